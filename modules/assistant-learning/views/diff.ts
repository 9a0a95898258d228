// Compares two texts line by line, for the view of a proposal. Pure.

export interface DiffLine {
  readonly change: "same" | "added" | "removed";
  readonly text: string;
}
/** Lines up to which the shortest difference is looked for; of longer texts all lines between the equal ends differ. */
const MOST = 2000;

/** The lines of both texts in their order: those that only one has, and those that both have. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ change: "same", text }));
  return [
    ...same(a.slice(0, start)),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ change: "removed", text });
  const added = (text: string): DiffLine => ({ change: "added", text });
  if (a.length > MOST || b.length > MOST) return [...a.map(removed), ...b.map(added)];
  // common[i][j]: how many lines the ends of both have in common, from i and j on.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: DiffLine[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ change: "same", text: left });
      [i, j] = [i + 1, j + 1];
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left));
      i += 1;
    } else {
      lines.push(added(right ?? ""));
      j += 1;
    }
  }
  return lines;
}
