// Slugs, search folding and order checks. Pure.
import { MAX_SLUG } from "./contract.ts";

/** Transliterations of Latin letters that Unicode normalization (NFKD) does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
/** The text in lower case without accents, for search. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);

const SUFFIX = 12;
/** A slug of letters, digits and hyphens from a title; empty when the title has none. */
export const slugOf = (title: string): string =>
  folded(title)
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG - SUFFIX)
    .replaceAll(/^-+|-+$/g, "");

/** Slugs to try in order. The last one ends with the id, so it is always free. */
export function candidates(wanted: string, id: string, plain: string): string[] {
  const tail = id.slice(-8);
  const base = wanted === "" ? `${plain}-${tail}` : wanted;
  const short = base.slice(0, MAX_SLUG - SUFFIX).replace(/-+$/, "");
  return [base, ...Array.from({ length: 18 }, (_, i) => `${short}-${i + 2}`), `${short}-${tail}`];
}

/** Whether the new order contains everything that the caller saw, each item once. */
export function isWholeOrder(seen: readonly string[], order: readonly string[]): boolean {
  const all = new Set(order);
  return all.size === order.length && seen.every((id) => all.has(id));
}
