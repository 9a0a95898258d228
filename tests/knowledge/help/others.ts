// The searches that ours is compared with: lunr with the stemmer and stop words of the language, MiniSearch with the same, and SQLite's bm25.
import { createRequire } from "node:module";
import { DatabaseSync } from "node:sqlite";
import type { HelpArticle, Locale } from "./corpus.ts";

type Article = Pick<HelpArticle, "id" | "title" | "content">;

/** The ids of the articles found, best first. */
export type Search = (question: string) => readonly string[];

const require = createRequire(import.meta.url);
interface LunrToken {
  toString: () => string;
}
interface LunrLanguage {
  readonly stemmer: (token: LunrToken) => LunrToken;
  readonly stopWordFilter: (token: LunrToken) => LunrToken | undefined;
}
interface LunrIndex {
  query: (build: (query: { term: (term: string, options: object) => void }) => void) => { ref: string }[];
  readonly pipeline: { runString: (text: string) => string[] };
}
interface LunrBuilder {
  use: (plugin: unknown) => void;
  ref: (name: string) => void;
  field: (name: string) => void;
  add: (document: object) => void;
}
interface Lunr extends LunrLanguage {
  (build: (this: LunrBuilder) => void): LunrIndex;
  readonly Token: new (text: string, metadata: object) => LunrToken;
  readonly [language: string]: unknown;
}
const lunr = require("lunr") as Lunr;
type Plugin = (to: Lunr) => void;
(require("lunr-languages/lunr.stemmer.support") as Plugin)(lunr);
(require("lunr-languages/lunr.de") as Plugin)(lunr);
(require("lunr-languages/lunr.fr") as Plugin)(lunr);
(require("lunr-languages/lunr.ar") as Plugin)(lunr);
const languageOf = (locale: Locale): LunrLanguage => (locale === "en" ? lunr : (lunr[locale] as LunrLanguage));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Lunr with its defaults. `fuzzy`: also words at an edit distance of one, with a tenth of the weight. */
export function lunrSearch(articles: readonly Article[], locale: Locale, fuzzy = false): Search {
  const index = lunr(function () {
    if (locale !== "en") this.use(lunr[locale]);
    this.ref("id");
    this.field("title");
    this.field("content");
    for (const article of articles) this.add(article);
  });
  return (question) =>
    index
      .query((query) => {
        for (const word of wordsOf(question)) {
          query.term(word, {});
          if (fuzzy && word.length > 3) query.term(word, { editDistance: 1, boost: 0.1 });
        }
      })
      .map(({ ref }) => ref);
}

interface MiniSearchIndex {
  addAll: (documents: readonly object[]) => void;
  search: (question: string, options: object) => { id: string }[];
}
const MiniSearch = require("minisearch") as new (options: object) => MiniSearchIndex;
/** MiniSearch with lunr's stemmers and stop words, titles twice. `fuzzy`: as its documentation recommends. */
export function miniSearch(articles: readonly Article[], locale: Locale, fuzzy = false): Search {
  const language = languageOf(locale);
  const processTerm = (term: string): string | null => {
    const token = new lunr.Token(term.toLowerCase(), {});
    return language.stopWordFilter(token) === undefined ? null : language.stemmer(token).toString();
  };
  const index = new MiniSearch({ fields: ["title", "content"], processTerm });
  index.addAll(articles);
  return (question) => index.search(question, { boost: { title: 2 }, ...(fuzzy && { fuzzy: 0.2 }) }).map(({ id }) => id);
}

/** SQLite's bm25 with its defaults, over whole articles. */
export function plainSearch(articles: readonly Article[]): Search {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE plain USING fts5(title, content, id UNINDEXED)");
  const insert = db.prepare("INSERT INTO plain VALUES (?, ?, ?)");
  for (const { title, content, id } of articles) insert.run(title, content, id);
  const select = db.prepare("SELECT id FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 50");
  return (question) =>
    (select.all([...new Set(wordsOf(question))].map((word) => `"${word}"`).join(" OR ")) as { id: string }[]).map(({ id }) => id);
}
