// Edits the article as Markdown source.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { useRef } from "react";
import { useStickyTop } from "./toolbar/use-sticky-top.ts";

interface SourceProps {
  readonly value: string;
  readonly label: string;
  onChange(markdown: string): void;
  onDone(): void;
}
export function Source({ value, label, onChange, onDone }: SourceProps) {
  const bar = useRef<HTMLDivElement>(null);
  const top = useStickyTop(bar);
  return (
    <>
      <div
        ref={bar}
        style={{ top }}
        className="sticky z-10 flex items-center justify-between gap-2 rounded-t-md border-b border-line bg-surface p-1 ps-3"
      >
        <span className="text-xs text-muted">{m.help_editor_source()}</span>
        <Button size="sm" onClick={onDone}>
          {m.help_editor_source_done()}
        </Button>
      </div>
      <textarea
        autoFocus
        aria-label={`${label} (${m.help_editor_source()})`}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll("\0", ""))}
        className="block field-sizing-content min-h-80 w-full resize-none rounded-b-md bg-surface px-4 py-3 font-mono text-sm"
      />
    </>
  );
}
