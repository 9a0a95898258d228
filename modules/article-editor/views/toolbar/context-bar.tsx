// A second toolbar with the actions for the node that the cursor is in.
import type { Editor } from "@tiptap/core";
import { Button, buttonClasses, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { Kbd } from "#dashboard/ui/kbd.tsx";
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
import { linkable } from "../markdown/tree.ts";
import { setTask } from "../nodes/tasks.ts";
import type { CursorContext } from "../state.ts";
import { chainIn } from "./chain.ts";

const LINE = "flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line bg-subtle px-2 py-1 text-xs";

export function ContextBar({ editor, at, onLink }: { editor: Editor; at: CursorContext; onLink(): void }) {
  if (at.image) return <ImageLine key={at.image.pos} editor={editor} image={at.image} />;
  if (at.codeBlock) return <CodeLine editor={editor} language={at.codeBlock.language} />;
  return (
    <>
      {at.link && <LinkLine editor={editor} href={at.link.href} onLink={onLink} />}
      {at.task !== undefined && <TaskLine editor={editor} done={at.task} />}
      {at.table && <TableLine editor={editor} />}
    </>
  );
}

function ImageLine({ editor, image }: { editor: Editor; image: { pos: number; alt: string } }) {
  const id = useId();
  return (
    <div className={LINE}>
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
    </div>
  );
}

function CodeLine({ editor, language }: { editor: Editor; language: string }) {
  const id = useId();
  return (
    <div className={LINE}>
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
    </div>
  );
}

function TaskLine({ editor, done }: { editor: Editor; done: boolean }) {
  return (
    <div className={LINE}>
      <Checkbox label={m.help_editor_task_done()} checked={done} onChange={(checked) => setTask(editor, checked)} />
      <Kbd keys="$mod+Enter" />
    </div>
  );
}

function LinkLine({ editor, href, onLink }: { editor: Editor; href: string; onLink(): void }) {
  const safe = linkable(href);
  return (
    <div className={LINE}>
      <span dir="ltr" className="min-w-0 flex-1 truncate text-muted">
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
    </div>
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
    <div role="group" aria-label={m.help_editor_table()} className={LINE}>
      <span className="font-medium">{m.help_editor_table()}</span>
      {tools.map(({ label, icon, run }) => (
        <IconButton key={label} label={label} icon={icon} onClick={run} />
      ))}
    </div>
  );
}
