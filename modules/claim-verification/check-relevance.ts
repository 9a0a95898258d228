// Decides whether what an answer cites belongs to what was asked. Each sentence may be proved, but by passages about something else.
import { isStopWordIn, languageOf, wordsOf } from "#modules/retrieval";
import type { Fault } from "./contract.ts";
import { lacksAmount } from "./facts.ts";
import type { Cited, Source } from "./passages.ts";

/** How what is cited is compared with the question. */
export interface Relevance {
  readonly question: string;
  /** The share of the question's weight that a text contains, or how near its document is by meaning; from 0 to 1. */
  readonly of: (text: { readonly title: string; readonly heading: string; readonly content: string; readonly source: Source }) => number;
  /** How well the document of a passage fits the question, from 0 to 1. */
  readonly fits: (source: Source) => number;
  /** How well a document has to fit. */
  readonly fitsFrom: number;
  /** How well the best document fits. */
  readonly best: number;
  /** How near the document of a passage is by meaning; 0 if it was found by words only. */
  readonly meant: (source: Source) => number;
}
/** A sentence with what it cites. */
export interface Said {
  readonly text: string;
  readonly cited: readonly Cited[];
}

/** Chosen on one half of the questions of tests/knowledge/declining.md, measured on the other. */
const CITED_FROM = 0.2;
const REPEATED_FROM = 0.6;
/** For a document beside one that fits better: of what the best one has. */
const OF_BEST_FROM = 0.7;
/** For a document that was found by meaning: somewhat less than fits well, because no model was measured. */
const MEANT_FROM = 0.27;
/**
 * For a document in a language that the question is not in, found by words: "vos actions" finds the actions of an English text. Only a question
 * of names that both languages share reaches it.
 */
const ABROAD_FROM = 0.6;

/** What is cited as one text, with `and` at its end. */
const joined = (of: readonly Cited[], and = "") => ({
  title: [...new Set(of.map(({ source }) => source.title))].join("\n"),
  heading: [...new Set(of.map(({ source }) => source.heading))].join("\n"),
  content: [...of.map(({ sentences }) => sentences), and].join("\n"),
});
/** Words can't be compared with those of another language; that the document was found then has to do. */
const isComparable = (of: readonly Cited[], language: string): boolean => of.some((one) => one.language === language);

/** Whether a sentence cites no document that fits, or says the question's own words although what it cites lacks them. */
export function isIrrelevant({ text, cited }: Said, language: string, relevance: Relevance): boolean {
  const [one] = cited;
  if (one === undefined) return false;
  if (cited.every(({ source }) => !isNear(source, language, relevance))) return true;
  if (!isComparable(cited, language)) return false;
  const said = relevance.of({ ...joined(cited, text), source: one.source });
  return said > 0 && relevance.of({ ...joined(cited), source: one.source }) / said < REPEATED_FROM;
}

/** Whether a document itself fits. A model is also given what only comes next to the best one, and that proves nothing about the question. */
function isNear(source: Source, language: string, { question, fits, fitsFrom, best, meant }: Relevance): boolean {
  if (meant(source) >= MEANT_FROM) return true;
  if (fits(source) < Math.max(fitsFrom, OF_BEST_FROM * best)) return false;
  const own = languageOf(source.locale);
  return own === language || fits(source) >= ABROAD_FROM || isWrittenIn(own, question, language);
}
/** Whether a question is rather in `own` than in the language of who asks: people write in another one than their browser's. */
function isWrittenIn(own: string, question: string, language: string): boolean {
  const words = wordsOf(question);
  const typical = (of: string): number => words.filter(({ word }) => isStopWordIn(word, [of])).length;
  return typical(own) > typical(language);
}

/** What is wrong with an answer as a whole: hardly any of the question's words in what is cited, or no amount where one is asked for. */
export function checkRelevance(said: readonly Said[], language: string, relevance: Relevance): Fault[] {
  const all = said.flatMap(({ cited }) => cited);
  const [first] = all;
  if (first === undefined) return [];
  if (isComparable(all, language) && relevance.of({ ...joined(all), source: first.source }) < CITED_FROM)
    return [{ fault: "irrelevant", detail: said.map(({ text }) => text).join(" ") }];
  if (lacksAmount(relevance.question, [...all.map(({ sentences }) => sentences), ...said.map(({ text }) => text)], language))
    return [{ fault: "irrelevant", detail: relevance.question }];
  return [];
}
