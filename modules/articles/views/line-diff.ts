// The diff of two lists of strings (lines, or words of a line).
export interface Line {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}
/** Entries that are compared at most; longer lists are shown as removed and added. */
const MOST = 1500;

/** The diff by longest common subsequence, after common entries at both ends are skipped. */
export function difference(a: readonly string[], b: readonly string[]): Line[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const same = (text: string): Line => ({ kind: "same", text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): Line[] {
  const gone = (text: string): Line => ({ kind: "gone", text });
  const fresh = (text: string): Line => ({ kind: "new", text });
  if (a.length > MOST || b.length > MOST) return [...a.map(gone), ...b.map(fresh)];
  // lengths[i][j] = common entries of a from i and b from j.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      (lengths[i] as Uint16Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(gone(left));
      i += 1;
    } else {
      lines.push(fresh(right ?? ""));
      j += 1;
    }
  }
  return lines;
}
