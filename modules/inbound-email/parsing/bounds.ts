// Limits the part of a body that the MIME parser gets. The parser works line by line and part by part, so a mail of nothing but line ends
// or delimiters would take seconds. Cutting keeps the beginning, which holds the text.
import type { Truncation } from "./inbound-mail.ts";

/** A mail of 8 MB in base64 has 110,000 lines. */
const MAX_LINES = 200_000;
const MAX_DELIMITERS = 3000;
/** Levels of nested parts. */
export const MAX_DEPTH = 120;
/** The parser compares every possible delimiter line with the boundaries of all levels. */
const MAX_COMPARED = 100_000_000;
const LF = 10;
const bytesAsText = new TextDecoder("windows-1252");
const DECLARED = /boundary(\*[^=\n]{0,10})?\s{0,10}=\s{0,10}(?:"([^"\n]{1,200})|([^\s;"]{1,200}))/gi;

/** The end of the first `MAX_LINES` lines. */
function lineCut(body: Uint8Array): number {
  let lines = 0;
  for (let at = 0; at < body.length; at += 1)
    if (body[at] === LF) {
      lines += 1;
      if (lines >= MAX_LINES) return at + 1;
    }
  return body.length;
}

/**
 * The position of the first delimiter beyond the limit. With boundaries split as in RFC 2231, every line that could be a delimiter counts.
 */
function partCut(root: string, text: string): number {
  const names = new Set<string>();
  let any = false;
  let declared = 0;
  for (const source of [root, text])
    for (const [, pieces, quoted, bare] of source.matchAll(DECLARED)) {
      any ||= pieces !== undefined;
      declared += 1;
      names.add((quoted ?? bare ?? "").trimEnd());
    }
  if (names.size === 0) return text.length;
  const next = (from: number): number => {
    const found = text.indexOf("\n--", from);
    return found < 0 ? -1 : found + 1;
  };
  let delimiters = 0;
  let compared = 0;
  for (let at = text.startsWith("--") ? 0 : next(0); at >= 0; at = next(at)) {
    const end = text.indexOf("\n", at);
    const name = text.slice(at + 2, Math.min(end < 0 ? text.length : end, at + 300)).trimEnd();
    if (any || names.has(name) || (name.endsWith("--") && names.has(name.slice(0, -2)))) delimiters += 1;
    compared += ((end < 0 ? text.length : end) - at) * (any ? MAX_DEPTH : Math.min(declared, MAX_DEPTH));
    if (delimiters > MAX_DELIMITERS || compared > MAX_COMPARED) return at;
  }
  return text.length;
}

export function boundedBody(rootType: string, body: Uint8Array): { readonly body: Uint8Array; readonly truncated: readonly Truncation[] } {
  const lines = lineCut(body);
  const parts = partCut(rootType, bytesAsText.decode(body.subarray(0, lines)));
  return {
    body: body.subarray(0, Math.min(lines, parts)),
    truncated: [...(lines < body.length ? (["lines"] as const) : []), ...(parts < lines ? (["parts"] as const) : [])],
  };
}
