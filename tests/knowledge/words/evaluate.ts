// Measures how well articles are found: the rank of the expected article, in our search and in SQLite's own ranking of the same chunks.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import type { Database } from "../../../kernel/db/index.ts";
import { newId, type ProjectId } from "../../../kernel/ids/index.ts";
import { openIndex } from "./desk.ts";

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly locale?: string;
}
export interface Question {
  readonly question: string;
  /** The id of the article that answers. */
  readonly expected: string;
}
const lines = <T>(file: string): T[] =>
  readFileSync(join(import.meta.dirname, "corpus", file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
export const articles = (): Article[] => lines<Article>("articles.jsonl");
/** Weights were tuned on `tuned`; only `held` (held out) counts. */
export type Half = "tuned" | "held";
const inHalf =
  (half: Half) =>
  ({ question }: Question): boolean =>
    (createHash("sha256").update(question).digest()[0] ?? 0) % 2 === (half === "tuned" ? 0 : 1);
/** The answers of two FAQs, with their chapter headings as titles. */
export const faqArticles = (): Article[] => lines<Article>("faq-articles.jsonl");
/** The questions of the FAQs of one half. */
export const faqQuestions = (half: Half): Question[] => lines<Question>("faq-questions.jsonl").filter(inHalf(half));
/** The change-log entries of one half. */
export const questions = (half: Half): Question[] => lines<Question>("questions.jsonl").filter(inHalf(half));

/** Answers in one of the manuals that `manuals` makes of them. */
const ANSWERS = 8;
/** The answers of the FAQs as long documents, and for each question the document and the heading under which its answer is. */
export function manuals(half: Half): { documents: Article[]; asked: { question: string; document: string; heading: string }[] } {
  const documents: { id: string; title: string; answers: Article[] }[] = [];
  for (const answer of faqArticles()) {
    const last = documents.at(-1);
    if (last?.title === answer.title && last.answers.length < ANSWERS) last.answers.push(answer);
    else documents.push({ id: `manual/${documents.length}`, title: answer.title, answers: [answer] });
  }
  const places = new Map(
    documents.flatMap(({ id, answers }) => answers.map((answer, i) => [answer.id, { document: id, heading: `Part ${i + 1}` }] as const)),
  );
  return {
    documents: documents.map(({ id, title, answers }) => ({
      id,
      title,
      content: answers.map(({ content }, i) => `## Part ${i + 1}\n\n${content}\n\n`).join(""),
    })),
    asked: faqQuestions(half).flatMap(({ question, expected }) => {
      const place = places.get(expected);
      return place === undefined ? [] : [{ question, ...place }];
    }),
  };
}

export interface Filled {
  readonly db: DatabaseSync;
  readonly database: () => Database;
  readonly projectId: ProjectId;
}
/** Our index of the articles, and the same chunks in one column of an ordinary FTS table. */
export async function fill(all: readonly Article[]): Promise<Filled> {
  const { articlesSourceId, writeArticlesSource, writeDocument } = await import("../../../modules/retrieval/index.ts");
  const { db, database } = openIndex();
  const projectId = newId("project", 1);
  const sourceId = await articlesSourceId(projectId);
  await database().commit([writeArticlesSource(projectId, sourceId, 1)]);
  for (const { id: key, title, content, locale = "en" } of all)
    await database().commit(
      writeDocument(
        {
          ...{ id: newId("knowledgeDocument", 1), projectId, sourceId, key, title, url: null, locale, audience: "public" },
          ...{ assistant: true, content, hash: "", now: 1 },
        },
        sql`1`,
      ),
    );
  db.exec(`CREATE VIRTUAL TABLE plain USING fts5(text, key UNINDEXED);
    INSERT INTO plain SELECT d.title || char(10) || c.heading || char(10) || c.content, d.key FROM knowledge_chunks c JOIN knowledge_documents d ON d.id = c.document_id`);
  return { db, database, projectId };
}

/** Articles ranked by SQLite's bm25 with its defaults: any of the words, each article's best chunk once. */
export function plainSearch({ db }: Filled, question: string): string[] {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const rows = db
    .prepare("SELECT key FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 200")
    .all([...words].map((word) => `"${word}"`).join(" OR ")) as { key: string }[];
  return [...new Set(rows.map(({ key }) => key))];
}
/** Articles ranked by the product. `withoutCorrection` = without spelling correction. */
export async function ourSearch({ database, projectId }: Filled, question: string, withoutCorrection = false): Promise<string[]> {
  const { searchWords } = await import("../../../modules/retrieval/search/search-words.ts");
  const { ranked } = await searchWords(
    { db: database() },
    { projectId, query: question, locales: ["en"], audiences: ["public"], withoutCorrection },
  );
  return ranked.slice(0, 10).map(({ piece }) => piece.key);
}

/** The reciprocal rank among the first ten; 0 when the article is not there. */
export function reciprocal(found: readonly string[], expected: string): number {
  const place = found.slice(0, 10).indexOf(expected);
  return place < 0 ? 0 : 1 / (place + 1);
}
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Random numbers from 0 to 1 from a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Letters next to each other on a keyboard. */
const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const beside = (letter: string, random: number): string => {
  const row = ROWS.find((one) => one.includes(letter)) ?? letter;
  const at = row.indexOf(letter);
  return row[at === 0 ? 1 : at === row.length - 1 || random < 0.5 ? at - 1 : at + 1] ?? letter;
};
/**
 * The question with one typing error in one of its words of five or more letters: a letter lost, doubled, swapped with the next, or replaced
 * by a neighbour.
 */
export function misspelt(question: string, seed: number): string {
  const next = numbers(seed);
  const words = [...question.matchAll(/(?<![\w.-])[a-z]{5,}(?![\w.-])/gi)];
  const word = words[Math.floor(next() * words.length)];
  if (!word) return question;
  const [kind, at] = [Math.floor(next() * 4), Math.floor(next() * (word[0].length - 1))];
  const [letter, after] = [word[0].charAt(at), word[0].charAt(at + 1)];
  const typed = [after, letter + letter + after, after + letter, beside(letter.toLowerCase(), next()) + after][kind] ?? "";
  const from = word.index + at;
  return question.slice(0, from) + typed + question.slice(from + 2);
}

/** The middle 95 % of a figure over bootstrap samples of the questions. The same seed every time. */
export function interval<T>(all: readonly T[], figure: (drawn: readonly T[]) => number, rounds = 2000): [number, number] {
  const random = numbers(42);
  const figures = Array.from({ length: rounds }, () => figure(all.map(() => all[Math.floor(random() * all.length)] as T))).toSorted(
    (a, b) => a - b,
  );
  return [figures[Math.floor(rounds * 0.025)] ?? 0, figures[Math.floor(rounds * 0.975)] ?? 0];
}
