// Compares two texts by lines, and changed lines by words.
import { difference, type Line } from "./line-diff.ts";

export interface Piece {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}
/** A line that is unchanged, removed or added, or one whose words changed in places. */
export type Row = Line | { readonly kind: "changed"; readonly pieces: readonly Piece[] };

/** Words of a line that are compared at most. */
const MOST = 600;
/** Pairs of lines in one change that are compared by words at most. */
const PAIRS = 900;
/** Share of the longer line that must be unchanged for two lines to count as one changed line. */
const ALIKE = 0.4;

const segmenter = typeof Intl.Segmenter === "function" ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;
/** Words, spaces and punctuation; joined they give the line. */
export const wordsIn = (line: string): string[] =>
  segmenter ? Array.from(segmenter.segment(line), ({ segment }) => segment) : (line.match(/[\p{L}\p{N}]+|\s+|./gu) ?? []);

/** The word diff of two lines, with equal neighbours joined; undefined when the lines have too little in common. */
export const piecesOf = (before: string, after: string): Piece[] | undefined => piecesBetween(wordsIn(before), wordsIn(after));

function piecesBetween(a: readonly string[], b: readonly string[]): Piece[] | undefined {
  const enough = ALIKE * Math.max(lengthOf(a), lengthOf(b));
  if (a.length > MOST || b.length > MOST || inBoth(a, b) < enough) return undefined;
  const pieces: { kind: Piece["kind"]; text: string }[] = [];
  let same = 0;
  for (const { kind, text } of difference(a, b)) {
    if (kind === "same") same += text.trim().length;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return same >= enough ? pieces : undefined;
}
const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0);
/** Upper bound for unchanged characters: those of words that both lines have, in any order. Much cheaper than the diff itself. */
function inBoth(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let length = 0;
  for (const word of a) {
    const times = left.get(word) ?? 0;
    if (times === 0) continue;
    left.set(word, times - 1);
    length += word.trim().length;
  }
  return length;
}

/** The diff between two texts. */
export function changesOf(before: string, after: string): Row[] {
  const lines = difference(before.split("\n"), after.split("\n"));
  const rows: Row[] = [];
  for (let i = 0; i < lines.length;) {
    const gone: Line[] = [];
    const fresh: Line[] = [];
    for (; lines[i]?.kind === "gone"; i += 1) gone.push(lines[i] as Line);
    for (; lines[i]?.kind === "new"; i += 1) fresh.push(lines[i] as Line);
    if (gone.length === 0 && fresh.length === 0) rows.push(lines[i++] as Line);
    else rows.push(...paired(gone, fresh));
  }
  return rows;
}
/** Pairs removed and added lines of one change: similar ones become one changed line, in their order. */
function paired(gone: readonly Line[], fresh: readonly Line[]): Row[] {
  if (gone.length * fresh.length > PAIRS) return [...gone, ...fresh];
  const rows: Row[] = [];
  const words = fresh.map(({ text }) => wordsIn(text));
  let next = 0;
  for (const line of gone) {
    const own = wordsIn(line.text);
    let pieces: Piece[] | undefined;
    let at = next;
    for (; at < fresh.length && pieces === undefined; at += 1) pieces = piecesBetween(own, words[at] ?? []);
    if (pieces === undefined) rows.push(line);
    else {
      rows.push(...fresh.slice(next, at - 1), { kind: "changed", pieces });
      next = at;
    }
  }
  return [...rows, ...fresh.slice(next)];
}
