// Ranks messages that match, and quotes them.
import { isArabic, quoteOf, readable, stem, wordsOf } from "#modules/retrieval";
import type { Candidate } from "./queries.ts";

/** A word of the search with what stands for it. */
export interface RankedWord {
  /** By term: what it counts. */
  readonly stands: ReadonlyMap<string, number>;
  /** The share of the project's messages that lack it, from 0 to 1 or so: rare words say more. */
  readonly weight: number;
  /** Contacts with this name. */
  readonly contacts: ReadonlySet<string>;
}
export interface Ranking {
  readonly words: readonly RankedWord[];
  /** Each as its words, in order. */
  readonly phrases: readonly (readonly string[])[];
  readonly now: number;
}
/** Words of a message of middle length, and how much its length and the repetition of a word count (BM25). */
const [MIDDLE, B, K] = [60, 0.4, 1.2];
/** What a word in the subject or a file's name counts in addition, and one in the contact's name alone. */
const [IN_SUBJECT, IN_NAME] = [0.6, 0.5];
/** What a word of a text counts. An Arabic one may have another beginning than what was typed. */
const valueOf = (stands: ReadonlyMap<string, number>, word: string): number | undefined =>
  stands.get(word) ?? (isArabic(word) ? stands.get(stem(word, "ar")) : undefined);
/** What neighbours of the search that are neighbours in the message add. */
const BESIDE = 0.35;
/** How much a new message is ahead of an old one, and the days after which half of that is left. */
const [NEW, HALF] = [0.3, 30];
const DAY = 86_400_000;

export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** The share of the words' weight that it has. */
  readonly coverage: number;
}

/** The score of a message; undefined if it lacks a phrase. */
export function scoreOf(candidate: Candidate, { words, phrases, now }: Ranking): Scored | undefined {
  const body = wordsOf(readable(candidate.content)).map(({ word }) => word);
  const names = candidate.files.flatMap((name) => wordsOf(name).map(({ word }) => word));
  const subject = candidate.subject === null || candidate.revision !== 1 ? [] : wordsOf(candidate.subject).map(({ word }) => word);
  if (!phrases.every((phrase) => [body, names, subject].some((text) => hasPhrase(text, phrase)))) return undefined;
  const length = K * (1 - B + (B * body.length) / MIDDLE);
  let [score, had, all] = [0, 0, 0];
  for (const { stands, weight, contacts } of words) {
    const count = (text: readonly string[]): number => text.reduce((sum, word) => sum + (valueOf(stands, word) ?? 0), 0);
    const best = (text: readonly string[]): number => Math.max(0, ...text.map((word) => valueOf(stands, word) ?? 0));
    const inBody = count(body);
    const inSubject = best([...subject, ...names]);
    const inName = contacts.has(candidate.contactId) ? IN_NAME : 0;
    const value = inBody / (inBody + length) + IN_SUBJECT * inSubject + inName;
    all += weight;
    if (value > 0) had += weight;
    score += weight * value;
  }
  const beside = words.slice(1).filter((word, i) => areBeside(body, words[i], word)).length;
  const age = Math.max(0, now - candidate.createdAt) / DAY;
  const coverage = all === 0 ? 1 : had / all;
  return { candidate, coverage, score: (score || 1) * coverage ** 2 * (1 + BESIDE * beside) * (1 + NEW * 0.5 ** (age / HALF)) };
}
const areBeside = (text: readonly string[], first: RankedWord | undefined, second: RankedWord): boolean =>
  first !== undefined &&
  text.some((word, i) => valueOf(first.stands, word) !== undefined && valueOf(second.stands, text[i + 1] ?? "") !== undefined);
function hasPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  const last = phrase.length - 1;
  // The last character of a run of a script without spaces begins a longer pair in a longer text.
  const fits = (word: string | undefined, i: number): boolean =>
    word !== undefined &&
    (word === phrase[i] || (i === last && [...(phrase[i] ?? "")].length === 1 && i > 0 && word.startsWith(phrase[i] ?? "")));
  return text.some((_, at) => phrase.every((_one, i) => fits(text[at + i], i)));
}

export interface Quoted {
  readonly quote: string;
  readonly marks: readonly (readonly [number, number])[];
  readonly file: { readonly name: string; readonly marks: readonly (readonly [number, number])[] } | null;
}
/** The passage of a message with the words, and the name of a file with them. */
export function quoted({ content, files }: Candidate, words: readonly RankedWord[]): Quoted {
  const matcher = {
    each: (text: string, _language: string, take: (at: number, from: number, to: number) => void): void => {
      for (const { word, from, to } of wordsOf(text)) {
        const at = words.findIndex(({ stands }) => valueOf(stands, word) !== undefined);
        if (at >= 0) take(at, from, to);
      }
    },
  };
  const { text, marks } = quoteOf(content, "", words, matcher);
  const named = files.flatMap((name) => {
    const found: [number, number][] = [];
    matcher.each(name, "", (_, from, to) => {
      const last = found.at(-1);
      if (last !== undefined && from < last[1]) last[1] = to;
      else found.push([from, to]);
    });
    return found.length === 0 ? [] : [{ name, marks: found }];
  });
  return { quote: text, marks, file: named[0] ?? null };
}
