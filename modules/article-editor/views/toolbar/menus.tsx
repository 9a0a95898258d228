// The two menus of the toolbar. Focus returns to the text after a choice.
import type { Editor } from "@tiptap/core";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { ChevronDown, Info } from "lucide-react";
import { CALLOUTS } from "../markdown/tree.ts";
import type { CursorContext } from "../state.ts";
import { calloutName } from "../labels.ts";

export function StyleMenu({ editor, at }: { editor: Editor; at: CursorContext }) {
  const chain = () => editor.chain().focus();
  const name = (level: number | undefined): string => (level === undefined ? m.help_editor_paragraph() : m.help_editor_heading({ level }));
  const items: MenuItem[] = [undefined, 2, 3, 4].map((level) => ({
    label: name(level),
    checked: at.heading === level,
    shortcut: level === undefined ? "$mod+Alt+0" : `$mod+Alt+${level}`,
    onSelect: () =>
      void (level === undefined
        ? chain().setParagraph().run()
        : chain()
            .setHeading({ level: level as 2 | 3 | 4 })
            .run()),
  }));
  return (
    <Menu
      items={items}
      focusAfter={() => editor.view.dom}
      trigger={
        <Button variant="ghost" size="sm" aria-label={m.help_editor_style({ style: name(at.heading) })} tabIndex={0} className="min-w-24">
          <span className="truncate">{name(at.heading)}</span>
          <ChevronDown className="size-3.5" aria-hidden />
        </Button>
      }
    />
  );
}

export function CalloutMenu({ editor, at }: { editor: Editor; at: CursorContext }) {
  const items: MenuItem[] = CALLOUTS.map((kind) => ({
    label: calloutName(kind),
    checked: at.callout === kind,
    onSelect: () =>
      void (at.callout === undefined
        ? editor.chain().focus().wrapIn("callout", { kind }).run()
        : editor.chain().focus().updateAttributes("callout", { kind }).run()),
  }));
  if (at.callout !== undefined)
    items.push("separator", { label: m.help_editor_callout_none(), onSelect: () => void editor.chain().focus().lift("callout").run() });
  return (
    <Menu
      items={items}
      focusAfter={() => editor.view.dom}
      trigger={<IconButton label={m.help_editor_callout()} icon={Info} tabIndex={-1} aria-pressed={at.callout !== undefined} />}
    />
  );
}
