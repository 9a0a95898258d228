// Slugs, search folding and order checks. Pure.
import { MAX_SLUG } from "./contract.ts";

/** Latin letters that Unicode does not take apart (NFKD), as they are commonly written in addresses. */
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
/** Small letters without accents: what is compared when somebody searches. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);

const SUFFIX = 12;
/** An address of letters, digits and hyphens from a title; empty when nothing of it can be written so. */
export const slugOf = (title: string): string =>
  folded(title)
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG - SUFFIX)
    .replaceAll(/^-+|-+$/g, "");

/** The addresses to try, the first free one is taken; the last is free for sure, since it ends like the id. */
export function candidates(wanted: string, id: string, plain: string): string[] {
  const tail = id.slice(-8);
  const base = wanted === "" ? `${plain}-${tail}` : wanted;
  const short = base.slice(0, MAX_SLUG - SUFFIX).replace(/-+$/, "");
  return [base, ...Array.from({ length: 18 }, (_, i) => `${short}-${i + 2}`), `${short}-${tail}`];
}

/** Whether the new order holds everything that the caller saw, each once. */
export function isWholeOrder(seen: readonly string[], order: readonly string[]): boolean {
  const all = new Set(order);
  return all.size === order.length && seen.every((id) => all.has(id));
}
