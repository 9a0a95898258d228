// Floating bars with the actions for what the cursor is in.
import type { Editor } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import { Button, buttonClasses, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns2,
  Rows2,
  Trash2,
} from "lucide-react";
import { useId } from "react";
import { FloatingBar } from "../floating/floating-bar.tsx";
import { linkable } from "#dashboard/editor/linkable.ts";
import type { CursorContext } from "../state.ts";
import { chainIn } from "./chain.ts";

interface ContextBarProps {
  readonly editor: Editor;
  readonly state: EditorState;
  readonly at: CursorContext;
  onLink(): void;
}
export function ContextBar({ editor, state, at, onLink }: ContextBarProps) {
  const place = { editor, state };
  if (at.image)
    return (
      <FloatingBar {...place} kind="image" label={m.help_editor_image()}>
        <ImageLine key={at.image.pos} editor={editor} image={at.image} />
      </FloatingBar>
    );
  if (at.codeBlock)
    return (
      <FloatingBar {...place} kind="codeBlock" label={m.help_editor_code_block()}>
        <CodeLine editor={editor} language={at.codeBlock.language} />
      </FloatingBar>
    );
  return (
    <>
      {at.link && (
        <FloatingBar {...place} kind="link" label={m.help_editor_link()}>
          <LinkLine editor={editor} href={at.link.href} onLink={onLink} />
        </FloatingBar>
      )}
      {at.table && (
        <FloatingBar {...place} kind="table" label={m.help_editor_table()}>
          <TableLine editor={editor} />
        </FloatingBar>
      )}
    </>
  );
}

function ImageLine({ editor, image }: { editor: Editor; image: { pos: number; alt: string } }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="font-medium">
        {m.help_editor_alt()}
      </label>
      <input
        id={id}
        type="text"
        dir="auto"
        value={image.alt}
        aria-describedby={`${id}-hint`}
        onChange={(event) => editor.view.dispatch(editor.state.tr.setNodeAttribute(image.pos, "alt", event.target.value))}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          editor.commands.focus(image.pos + 1);
        }}
        className="field h-7 w-auto min-w-40 flex-1 text-xs"
      />
      <span id={`${id}-hint`} className="text-muted">
        {image.alt.trim() === "" ? m.help_editor_alt_empty() : m.help_editor_alt_hint()}
      </span>
    </>
  );
}

function CodeLine({ editor, language }: { editor: Editor; language: string }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="font-medium">
        {m.help_editor_language()}
      </label>
      <input
        id={id}
        type="text"
        dir="ltr"
        value={language}
        maxLength={30}
        spellCheck={false}
        autoCapitalize="off"
        placeholder="js"
        onChange={(event) =>
          editor.commands.updateAttributes("codeBlock", { language: event.target.value.replaceAll(/[^\w+#.-]/g, "") || null })
        }
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          editor.commands.focus();
        }}
        className="field h-7 w-32 text-xs"
      />
    </>
  );
}

function LinkLine({ editor, href, onLink }: { editor: Editor; href: string; onLink(): void }) {
  const safe = linkable(href);
  return (
    <>
      <span dir="ltr" className="max-w-72 min-w-0 flex-1 truncate text-muted">
        {href}
      </span>
      <Button size="sm" onClick={onLink}>
        {m.help_editor_link_change()}
      </Button>
      <Button size="sm" onClick={() => editor.chain().focus().extendMarkRange("link").unsetMark("link").run()}>
        {m.help_editor_link_remove()}
      </Button>
      {safe !== undefined && !safe.startsWith("#") && (
        <a href={safe} target="_blank" rel="noopener noreferrer" className={buttonClasses("secondary", "sm")}>
          {m.help_editor_link_open()}
        </a>
      )}
    </>
  );
}

function TableLine({ editor }: { editor: Editor }) {
  const chain = () => chainIn(editor);
  const tools = [
    { label: m.help_editor_row_above(), icon: BetweenHorizontalStart, run: () => chain().addRowBefore().run() },
    { label: m.help_editor_row_below(), icon: BetweenHorizontalEnd, run: () => chain().addRowAfter().run() },
    { label: m.help_editor_row_delete(), icon: Rows2, run: () => chain().deleteRow().run() },
    { label: m.help_editor_column_before(), icon: BetweenVerticalStart, run: () => chain().addColumnBefore().run() },
    { label: m.help_editor_column_after(), icon: BetweenVerticalEnd, run: () => chain().addColumnAfter().run() },
    { label: m.help_editor_column_delete(), icon: Columns2, run: () => chain().deleteColumn().run() },
    { label: m.help_editor_table_delete(), icon: Trash2, run: () => chain().deleteTable().run() },
  ];
  return (
    <>
      {tools.map(({ label, icon, run }) => (
        <IconButton key={label} label={label} icon={icon} onClick={run} />
      ))}
    </>
  );
}
