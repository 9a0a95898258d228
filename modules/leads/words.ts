// The words that a search finds a lead by.
import { wordsOf } from "#modules/contacts";
import type { Lead } from "./contract.ts";

/** Words of a lead at most; the rest of a long name narrows nothing. */
const MOST = 24;
/** Characters of a word that are kept. */
const LENGTH = 40;

const kept = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.slice(0, LENGTH)))].slice(0, MOST);
export const wordsOfLead = ({ name, company, domain, email }: Pick<Lead, "name" | "company" | "domain" | "email">): string[] =>
  kept([name, company, domain, email].flatMap((text) => wordsOf(text ?? "")));
/** What tells leads of one company apart that have no address: the name; the company itself has none. */
export const sameKeyOf = ({ name }: Pick<Lead, "name">): string =>
  wordsOf(name ?? "")
    .join(" ")
    .slice(0, 200);
/** Beginnings of words that a lead must have: the first eight of a search, longest first, which narrow most. */
export const soughtWords = (q: string): string[] =>
  kept(wordsOf(q))
    .slice(0, 8)
    .toSorted((a, b) => b.length - a.length);
