// Shows two texts as a diff. Changes are marked by signs and by elements that screen readers announce, not by colour alone; unchanged lines
// are folded.
import { m } from "#messages";
import { useMemo, useState } from "react";
import { changesOf, type Piece, type Row } from "./text-diff.ts";

/** Unchanged lines shown around a change. */
const AROUND = 2;
interface Fold {
  readonly kind: "fold";
  readonly at: number;
  readonly rows: readonly Row[];
}

function folded(rows: readonly Row[]): (Row | Fold)[] {
  const near = rows.map((_, index) => rows.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== "same"));
  const shown: (Row | Fold)[] = [];
  for (let i = 0; i < rows.length;) {
    let end = i;
    while (end < rows.length && !near[end]) end += 1;
    // Folding a single line would save no space.
    if (end - i > 1) shown.push({ kind: "fold", at: i, rows: rows.slice(i, end) });
    else end = i + 1;
    if (end - i === 1) shown.push(rows[i] as Row);
    i = end;
  }
  return shown;
}

export function Difference({ before, after }: { before: string; after: string }) {
  const rows = useMemo(() => changesOf(before, after), [before, after]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  if (rows.every(({ kind }) => kind === "same")) return <p className="text-muted">{m.help_no_difference()}</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={m.help_difference()}
      className="max-h-[min(24rem,50vh)] overflow-auto rounded-sm border border-line text-xs leading-5"
    >
      {folded(rows).map((row, index) =>
        row.kind !== "fold" ? (
          <RowLine key={index} row={row} />
        ) : opened.has(row.at) ? (
          row.rows.map((each, n) => <RowLine key={`${row.at}-${n}`} row={each} />)
        ) : (
          <button
            key={index}
            type="button"
            onClick={() => setOpened(new Set([...opened, row.at]))}
            className="block min-h-6 w-full bg-subtle px-2 text-start text-muted hover:bg-hover pointer-coarse:min-h-11"
          >
            {m.help_unchanged_lines({ count: row.rows.length })}
          </button>
        ),
      )}
    </div>
  );
}

const CLASS_NAMES = { same: "", changed: "bg-note-soft", gone: "bg-bad-soft text-bad-text", new: "bg-ok-soft text-ok-text" };
const SIGNS = { same: "", changed: "±", gone: "−", new: "+" };

function RowLine({ row }: { row: Row }) {
  const pieces: readonly Piece[] = row.kind === "changed" ? row.pieces : [row];
  return (
    <div className={`flex gap-2 px-2 py-px font-mono ${CLASS_NAMES[row.kind]}`}>
      <span className="w-3 shrink-0 select-none" aria-hidden>
        {SIGNS[row.kind]}
      </span>
      <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
        {pieces.map(({ kind, text }, index) =>
          kind === "gone" ? (
            <del key={index} className={row.kind === "changed" ? "rounded-xs bg-bad-soft text-bad-text" : "no-underline"}>
              {text || " "}
            </del>
          ) : kind === "new" ? (
            <ins key={index} className={row.kind === "changed" ? "rounded-xs bg-ok-soft text-ok-text" : "no-underline"}>
              {text || " "}
            </ins>
          ) : (
            <span key={index}>{text || " "}</span>
          ),
        )}
      </span>
    </div>
  );
}
