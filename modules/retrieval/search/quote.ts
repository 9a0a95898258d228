// Chooses the passage of a chunk that answers best, and marks the question's words in it.
import { readable } from "../text/plain-text.ts";
import type { Matcher } from "./matcher.ts";

export interface Quote {
  readonly text: string;
  /** Start and end of each word of the question, in UTF-16 units of `text`. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Characters of a quote: two lines on a screen. */
const LENGTH = 200;

/** The best passage of about 200 characters of a Markdown text. */
export function quoteOf(
  markdown: string,
  language: string,
  asked: readonly { readonly weight: number }[],
  matcher: Pick<Matcher, "each">,
): Quote {
  const text = readable(markdown);
  const found: { at: number; from: number; to: number }[] = [];
  matcher.each(text, language, (at, from, to) => found.push({ at, from, to }));
  // The window whose distinct words weigh the most; the first of equals.
  let best = { weight: -1, from: 0, to: 0 };
  for (const [i, first] of found.entries()) {
    const seen = new Set<number>();
    let weight = 0;
    let to = first.to;
    for (let j = i; j < found.length; j += 1) {
      const next = found[j];
      if (next === undefined || next.to - first.from > LENGTH - 40) break;
      to = next.to;
      if (seen.has(next.at)) continue;
      seen.add(next.at);
      weight += asked[next.at]?.weight ?? 0;
    }
    if (weight > best.weight) best = { weight, from: first.from, to };
  }
  const [from, to] = windowOf(text, best.from, best.to);
  const [before, after] = [from > 0 ? "…" : "", to < text.length ? "…" : ""];
  const shift = before.length - from;
  const marks: [number, number][] = [];
  for (const word of found) {
    if (word.from < from || word.to > to) continue;
    const last = marks.at(-1);
    // Pairs of characters overlap: one mark.
    if (last !== undefined && word.from + shift < last[1]) last[1] = word.to + shift;
    else marks.push([word.from + shift, word.to + shift]);
  }
  return { text: `${before}${text.slice(from, to)}${after}`, marks };
}

/** Starts at a sentence or a word shortly before the first match. */
function windowOf(text: string, first: number, last: number): [number, number] {
  if (text.length <= LENGTH) return [0, text.length];
  const room = Math.max(0, LENGTH - (last - first));
  let from = Math.max(0, first - Math.floor(room / 2));
  const sentence = text.slice(from, first).search(/(?<=[.!?。！？]\s?)\S/);
  if (from > 0 && sentence > 0) from += sentence;
  else if (from > 0) from = Math.min(first, from + Math.max(0, text.slice(from, first).indexOf(" ") + 1));
  let to = Math.min(text.length, from + LENGTH);
  if (to < text.length) {
    const space = text.lastIndexOf(" ", to);
    if (space > Math.max(last, from + LENGTH / 2)) to = space;
  }
  if (/[\udc00-\udfff]/.test(text[from] ?? "")) from += 1;
  if (/[\ud800-\udbff]/.test(text[to - 1] ?? "")) to -= 1;
  return [from, Math.max(to, last)];
}
