// The toolbar below the text: one tab stop, arrow keys within, Escape returns to the text.
import type { ComposerFormats, FormatName } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import type { Icon } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import { Bold, Code, Italic, Link, List, ListOrdered, Quote, SquareCode, Strikethrough } from "lucide-react";
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react";
import { codeBlock, link, type Selected, toggleLines, toggleSign } from "./change.ts";

/** What the toolbar offers. */
export type ToolName = FormatName | "link";
/** What a tool does to Markdown source. */
export const CHANGES: Readonly<Record<ToolName, (at: Selected) => Selected>> = {
  bold: (at) => toggleSign(at, "bold"),
  italic: (at) => toggleSign(at, "italic"),
  strike: (at) => toggleSign(at, "strike"),
  code: (at) => toggleSign(at, "code"),
  bullets: (at) => toggleLines(at, "bullets"),
  numbers: (at) => toggleLines(at, "numbers"),
  quote: (at) => toggleLines(at, "quote"),
  codeBlock,
  link,
};
interface Tool {
  readonly name: ToolName;
  readonly label: () => string;
  readonly icon: Icon;
  readonly shortcut: string;
}
const TOOLS: readonly Tool[] = [
  { name: "bold", label: m.formatting_bold, icon: Bold, shortcut: "$mod+b" },
  { name: "italic", label: m.formatting_italic, icon: Italic, shortcut: "$mod+i" },
  { name: "strike", label: m.formatting_strike, icon: Strikethrough, shortcut: "$mod+Shift+x" },
  { name: "link", label: m.formatting_link, icon: Link, shortcut: "$mod+Shift+u" },
  { name: "bullets", label: m.formatting_bullets, icon: List, shortcut: "$mod+Shift+8" },
  { name: "numbers", label: m.formatting_numbers, icon: ListOrdered, shortcut: "$mod+Shift+7" },
  { name: "quote", label: m.formatting_quote, icon: Quote, shortcut: "$mod+Shift+9" },
  { name: "code", label: m.formatting_code, icon: Code, shortcut: "$mod+e" },
  { name: "codeBlock", label: m.formatting_code_block, icon: SquareCode, shortcut: "$mod+Shift+e" },
];
const NOTHING = { subscribe: () => () => undefined };

interface FormatBarProps {
  /** What the selection has, in the formatted field. */
  readonly formats: ComposerFormats | undefined;
  onUse(name: ToolName): void;
  onLeave(): void;
}
export function FormatBar({ formats, onUse, onLeave }: FormatBarProps) {
  // Which tools are on, as one string, so that only a change draws the bar again.
  const on = useSyncExternalStore((formats ?? NOTHING).subscribe, () =>
    formats
      ? TOOLS.filter(({ name }) => (name === "link" ? formats.link().address !== "" : formats.isOn(name)))
          .map(({ name }) => name)
          .join(" ")
      : "",
  ).split(" ");
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  function onKeyDown(event: KeyboardEvent): void {
    const on = document.dir === "rtl" ? -1 : 1;
    const to = { ArrowRight: at + on + TOOLS.length, ArrowLeft: at - on + TOOLS.length, Home: 0, End: TOOLS.length - 1 }[event.key];
    if (event.key === "Escape") onLeave();
    else if (to === undefined) return;
    else {
      const next = to % TOOLS.length;
      setAt(next);
      bar.current?.querySelectorAll("button")[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={m.formatting_toolbar()}
      onKeyDown={onKeyDown}
      className="flex items-center gap-0.5 overflow-x-auto border-t border-line px-2 py-1"
    >
      {TOOLS.map(({ name, label, icon, shortcut }, index) => (
        <IconButton
          key={shortcut}
          label={label()}
          icon={icon}
          shortcut={shortcut}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          {...(formats && { "aria-pressed": on.includes(name) })}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(name)}
        />
      ))}
    </div>
  );
}
