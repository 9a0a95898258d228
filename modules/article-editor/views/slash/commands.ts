// What the slash menu can insert.
import type { Editor, Range } from "@tiptap/core";
import type { Icon } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import {
  Heading2,
  Heading3,
  Heading4,
  Image,
  Info,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Quote,
  SquareCode,
  Table,
  TriangleAlert,
  Video,
} from "lucide-react";
import { calloutName } from "../labels.ts";
import { CALLOUTS } from "../markdown/tree.ts";
import { toggleTasks } from "../nodes/tasks.ts";

/** What the menu cannot insert by itself. */
export interface SlashActions {
  /** Asks for an image. */
  onImage(): void;
  /** Asks for the address of a video. */
  onVideo(): void;
}
export interface SlashCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** What it belongs to, or the signs that have the same effect. */
  readonly hint?: string;
  /** Other words that find it. */
  readonly words: string;
  /** Runs after the typed command was removed. */
  run(editor: Editor, actions: SlashActions): void;
}

const heading = (level: 2 | 3 | 4, icon: Icon): SlashCommand => ({
  id: `heading-${level}`,
  label: m.help_editor_heading({ level }),
  icon,
  hint: "#".repeat(level),
  words: `h${level} title`,
  run: (editor) => void editor.commands.setHeading({ level }),
});

/** All commands in the order of the menu. Called when the menu opens, because sentences depend on the language. */
const allCommands = (): SlashCommand[] => [
  heading(2, Heading2),
  heading(3, Heading3),
  heading(4, Heading4),
  {
    id: "bullets",
    label: m.help_editor_bullets(),
    icon: List,
    hint: "-",
    words: "ul unordered",
    run: (editor) => void editor.commands.toggleBulletList(),
  },
  {
    id: "numbers",
    label: m.help_editor_numbers(),
    icon: ListOrdered,
    hint: "1.",
    words: "ol ordered steps",
    run: (editor) => void editor.commands.toggleOrderedList(),
  },
  {
    id: "tasks",
    label: m.help_editor_tasks(),
    icon: ListTodo,
    words: "todo to-do checkbox checklist",
    run: (editor) => toggleTasks(editor),
  },
  {
    id: "quote",
    label: m.help_editor_quote(),
    icon: Quote,
    hint: ">",
    words: "blockquote",
    run: (editor) => void editor.commands.toggleBlockquote(),
  },
  {
    id: "code",
    label: m.help_editor_code_block(),
    icon: SquareCode,
    hint: "```",
    words: "pre snippet",
    run: (editor) => void editor.commands.toggleCodeBlock(),
  },
  {
    id: "table",
    label: m.help_editor_table(),
    icon: Table,
    words: "grid columns rows",
    run: (editor) => void editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    id: "image",
    label: m.help_editor_image(),
    icon: Image,
    words: "img picture photo screenshot upload",
    run: (_, { onImage }) => onImage(),
  },
  {
    id: "video",
    label: m.help_editor_video(),
    icon: Video,
    words: "youtube vimeo loom wistia movie embed",
    run: (_, { onVideo }) => onVideo(),
  },
  {
    id: "divider",
    label: m.help_editor_divider(),
    icon: Minus,
    hint: "---",
    words: "hr line rule separator",
    run: (editor) => void editor.commands.setHorizontalRule(),
  },
  ...CALLOUTS.map((kind): SlashCommand => ({
    id: `callout-${kind}`,
    label: calloutName(kind),
    icon: kind === "warning" || kind === "caution" ? TriangleAlert : Info,
    hint: m.help_editor_callout(),
    words: "callout box alert admonition",
    run: (editor) => void editor.commands.wrapIn("callout", { kind }),
  })),
];

/** How well a command fits what was typed; the lower the better, undefined for not at all. */
function rankOf({ label, words }: SlashCommand, typed: string): number | undefined {
  const name = label.toLowerCase();
  if (name.startsWith(typed)) return 0;
  if (name.split(/\s+/).some((word) => word.startsWith(typed))) return 1;
  if (words.split(" ").some((word) => word.startsWith(typed))) return 2;
  return typed.length > 2 && name.includes(typed) ? 3 : undefined;
}
/** The commands that fit what was typed after the slash, the best first. */
export function commandsFor(query: string): SlashCommand[] {
  const typed = query.trim().toLowerCase();
  if (typed === "") return allCommands();
  return allCommands()
    .flatMap((command) => {
      const rank = rankOf(command, typed);
      return rank === undefined ? [] : [{ command, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

/** Removes the typed command and runs it. */
export function runCommand(editor: Editor, range: Range, command: SlashCommand, actions: SlashActions): void {
  editor.view.focus();
  editor.commands.deleteRange(range);
  command.run(editor, actions);
}
