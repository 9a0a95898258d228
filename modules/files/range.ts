// Parses byte ranges (RFC 9110 §14). Decided here, because object stores interpret the header differently.
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The range that a Range header requests; undefined for the whole file, also for multiple and malformed ranges. */
export function rangeOf(header: string | null, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  if (from === "")
    return Number(to) === 0 ? "unsatisfiable" : { offset: Math.max(0, size - Number(to)), length: Math.min(size, Number(to)) };
  const offset = Number(from);
  const end = to === "" ? size : Number(to) + 1;
  if (end <= offset && to !== "") return undefined;
  return offset >= size ? "unsatisfiable" : { offset, length: Math.min(end, size) - offset };
}
