// Two texts, line by line. What went and what came is told by sign and words, not by colour alone.
import { m } from "#messages";
import { difference } from "./lines.ts";

export function Difference({ before, after }: { before: string; after: string }) {
  const lines = difference(before, after);
  if (lines.every(({ kind }) => kind === "same")) return <p className="text-muted">{m.help_no_difference()}</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={m.help_difference()}
      className="max-h-96 overflow-auto rounded-sm border border-line text-xs"
    >
      {lines.map(({ kind, text }, index) => {
        const words = (
          <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
            {text || " "}
          </span>
        );
        return (
          <div
            key={index}
            className={`flex gap-2 px-2 py-px font-mono ${kind === "gone" ? "bg-bad-soft text-bad-text" : kind === "new" ? "bg-ok-soft text-ok-text" : ""}`}
          >
            <span className="w-3 shrink-0 select-none" aria-hidden>
              {kind === "gone" ? "−" : kind === "new" ? "+" : ""}
            </span>
            {kind === "gone" ? (
              <del className="contents no-underline">{words}</del>
            ) : kind === "new" ? (
              <ins className="contents no-underline">{words}</ins>
            ) : (
              words
            )}
          </div>
        );
      })}
    </div>
  );
}
