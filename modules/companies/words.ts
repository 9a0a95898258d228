// The words that a search finds a company by, and its place in the list.
import { wordsOf } from "#modules/contacts";
import type { Company } from "./contract.ts";

/** Words of a company at most: those of a name, and of ten domains. */
const MOST = 48;
/** Characters of a word that are kept. */
const LENGTH = 40;

const kept = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.slice(0, LENGTH)))].slice(0, MOST);
export const wordsOfCompany = ({ name, domains }: Pick<Company, "name" | "domains">): string[] =>
  kept([name, ...domains].flatMap((text) => wordsOf(text)));
/** Where it stands in the list: its words, without accents and case. */
export const nameKeyOf = (name: string): string => wordsOf(name).join(" ").slice(0, 120);
/** Beginnings of words that a company must have: the first eight of a search, longest first, which narrow most. */
export const soughtWords = (q: string): string[] =>
  kept(wordsOf(q))
    .slice(0, 8)
    .toSorted((a, b) => b.length - a.length);
