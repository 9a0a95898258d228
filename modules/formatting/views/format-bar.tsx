// The toolbar below the text: one tab stop, arrow keys within, Escape returns to the text.
import { IconButton } from "#dashboard/ui/button.tsx";
import type { Icon } from "#dashboard/ui/icon.ts";
import { m } from "#messages";
import { Bold, Code, Italic, Link, List, ListOrdered, Quote, SquareCode, Strikethrough } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { codeBlock, link, type Selected, toggleLines, toggleSign } from "./change.ts";

interface Tool {
  readonly label: () => string;
  readonly icon: Icon;
  readonly shortcut: string;
  readonly change: (at: Selected) => Selected;
}
const TOOLS: readonly Tool[] = [
  { label: m.formatting_bold, icon: Bold, shortcut: "$mod+b", change: (at) => toggleSign(at, "bold") },
  { label: m.formatting_italic, icon: Italic, shortcut: "$mod+i", change: (at) => toggleSign(at, "italic") },
  { label: m.formatting_strike, icon: Strikethrough, shortcut: "$mod+Shift+x", change: (at) => toggleSign(at, "strike") },
  { label: m.formatting_link, icon: Link, shortcut: "$mod+Shift+u", change: link },
  { label: m.formatting_bullets, icon: List, shortcut: "$mod+Shift+8", change: (at) => toggleLines(at, "bullets") },
  { label: m.formatting_numbers, icon: ListOrdered, shortcut: "$mod+Shift+7", change: (at) => toggleLines(at, "numbers") },
  { label: m.formatting_quote, icon: Quote, shortcut: "$mod+Shift+9", change: (at) => toggleLines(at, "quote") },
  { label: m.formatting_code, icon: Code, shortcut: "$mod+e", change: (at) => toggleSign(at, "code") },
  { label: m.formatting_code_block, icon: SquareCode, shortcut: "$mod+Shift+e", change: codeBlock },
];

export function FormatBar({ onChange, onLeave }: { onChange(change: (at: Selected) => Selected): void; onLeave(): void }) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + TOOLS.length, Home: 0, End: TOOLS.length - 1 }[event.key];
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
      {TOOLS.map(({ label, icon, shortcut, change }, index) => (
        <IconButton
          key={shortcut}
          label={label()}
          icon={icon}
          shortcut={shortcut}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => onChange(change)}
        />
      ))}
    </div>
  );
}
