// The toolbar: one tab stop, arrow keys within, Escape returns to the text.
import { useListedShortcuts } from "#dashboard/shortcuts.ts";
import type { Editor } from "@tiptap/core";
import { IconButton } from "#dashboard/ui/button.tsx";
import type { Icon } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import {
  Bold,
  CircleCheck,
  CodeXml,
  FileCode2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
  Video,
} from "lucide-react";
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef } from "react";
import { setTask, toggleTasks } from "../nodes/tasks.ts";
import { type CursorContext, cursorContextOf, useEditorState } from "../state.ts";
import { chainIn } from "./chain.ts";
import { ContextBar } from "./context-bar.tsx";
import { CalloutMenu, StyleMenu } from "./menus.tsx";
import { moveFocus } from "./move-focus.ts";
import { useStickyTop } from "./use-sticky-top.ts";

export interface ToolbarProps {
  readonly editor: Editor;
  /** Set to a function that moves the focus from the text to the toolbar. */
  readonly reach: RefObject<(() => void) | null>;
  onLink(): void;
  onImage(): void;
  onVideo(): void;
  onSource(): void;
}

interface Tool {
  readonly label: string;
  readonly icon: Icon;
  readonly shortcut?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

export function Toolbar(props: ToolbarProps) {
  const { editor, reach } = props;
  const state = useEditorState(editor);
  const at = cursorContextOf(state);
  const bar = useRef<HTMLDivElement>(null);
  const top = useStickyTop(bar);
  const groups = groupsOf(props, at);
  useListedShortcuts(
    groups
      .flat()
      .flatMap(({ shortcut, label }) =>
        shortcut === undefined ? [] : [{ keys: shortcut, label: () => label, group: m.help_editor_toolbar }],
      ),
  );
  useImperativeHandle(reach, () => () => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    (buttons.find((button) => button.tabIndex === 0) ?? buttons[0])?.focus();
  });
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === "Escape" && !event.defaultPrevented) editor.commands.focus();
    else moveFocus(event);
  }
  return (
    <>
      <div
        ref={bar}
        data-bar
        style={{ top }}
        role="toolbar"
        aria-label={m.help_editor_toolbar()}
        onKeyDown={onKeyDown}
        className="sticky z-10 flex items-center gap-0.5 overflow-x-auto rounded-t-md border-b border-line bg-surface p-1 sm:flex-wrap"
      >
        <StyleMenu editor={editor} at={at} />
        {groups.map((group, index) => (
          <div key={index} role="group" className="flex items-center gap-0.5 border-s border-line ps-1 ms-0.5">
            {group.map((tool) => (
              <IconButton
                key={tool.label}
                label={tool.label}
                icon={tool.icon}
                {...(tool.shortcut === undefined ? {} : { shortcut: tool.shortcut })}
                {...(tool.pressed === undefined ? {} : { "aria-pressed": tool.pressed })}
                aria-disabled={tool.disabled || undefined}
                tabIndex={-1}
                onClick={() => !tool.disabled && tool.run()}
                className={tool.disabled ? "opacity-50" : ""}
              />
            ))}
            {index === 1 && <CalloutMenu editor={editor} at={at} />}
          </div>
        ))}
      </div>
      <ContextBar editor={editor} state={state} at={at} onLink={props.onLink} />
    </>
  );
}

function groupsOf({ editor, onLink, onImage, onVideo, onSource }: ToolbarProps, at: CursorContext): Tool[][] {
  const chain = () => chainIn(editor);
  return [
    [
      { label: m.help_editor_bold(), icon: Bold, shortcut: "$mod+b", pressed: at.marks.bold, run: () => chain().toggleBold().run() },
      {
        label: m.help_editor_italic(),
        icon: Italic,
        shortcut: "$mod+i",
        pressed: at.marks.italic,
        run: () => chain().toggleItalic().run(),
      },
      {
        label: m.help_editor_strike(),
        icon: Strikethrough,
        shortcut: "$mod+Shift+s",
        pressed: at.marks.strike,
        run: () => chain().toggleStrike().run(),
      },
      {
        label: m.help_editor_code(),
        icon: CodeXml,
        shortcut: "$mod+e",
        pressed: at.marks.code,
        run: () => chain().toggleMark("code").run(),
      },
      { label: m.help_editor_link(), icon: Link, shortcut: "$mod+k", pressed: at.marks.link, run: onLink },
    ],
    [
      {
        label: m.help_editor_bullets(),
        icon: List,
        shortcut: "$mod+Shift+8",
        pressed: at.bulletList,
        run: () => chain().toggleBulletList().run(),
      },
      {
        label: m.help_editor_numbers(),
        icon: ListOrdered,
        shortcut: "$mod+Shift+7",
        pressed: at.orderedList,
        run: () => chain().toggleOrderedList().run(),
      },
      { label: m.help_editor_tasks(), icon: ListTodo, pressed: at.task !== undefined, run: () => toggleTasks(editor) },
      {
        label: m.help_editor_task_done(),
        icon: CircleCheck,
        shortcut: "$mod+Enter",
        pressed: at.task === true,
        disabled: at.task === undefined,
        run: () => {
          editor.view.focus();
          setTask(editor, at.task !== true);
        },
      },
      {
        label: m.help_editor_quote(),
        icon: Quote,
        shortcut: "$mod+Shift+b",
        pressed: at.blockquote,
        run: () => chain().toggleBlockquote().run(),
      },
    ],
    [
      { label: m.help_editor_image(), icon: Image, run: onImage },
      { label: m.help_editor_video(), icon: Video, disabled: at.table || at.codeBlock !== undefined, run: onVideo },
      {
        label: m.help_editor_table(),
        icon: Table,
        disabled: at.table,
        run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
      {
        label: m.help_editor_code_block(),
        icon: SquareCode,
        shortcut: "$mod+Alt+c",
        pressed: at.codeBlock !== undefined,
        run: () => chain().toggleCodeBlock().run(),
      },
    ],
    [
      { label: m.help_editor_undo(), icon: Undo2, shortcut: "$mod+z", disabled: !at.mayUndo, run: () => chain().undo().run() },
      { label: m.help_editor_redo(), icon: Redo2, shortcut: "$mod+Shift+z", disabled: !at.mayRedo, run: () => chain().redo().run() },
      { label: m.help_editor_source(), icon: FileCode2, run: onSource },
    ],
  ];
}
