// Measures lexical search on 418 articles and 374 change-log sentences about them by other authors, with the weights tuned on one half and
// judged on the other, and on 475 FAQ questions, beside SQLite's bm25, lunr and MiniSearch; and whether the assistant gets the passage that
// answers. See README.md.
import assert from "node:assert/strict";
import { beforeAll, test, type TestContext } from "vitest";
import { BETWEEN } from "../../../modules/retrieval/indexing/entry.ts";
import { halfOf, helpCenter } from "../help/corpus.ts";
import { lunrSearch, miniSearch } from "../help/others.ts";
import {
  type Article,
  articles,
  faqArticles,
  faqQuestions,
  fill,
  type Filled,
  interval,
  manuals,
  mean,
  misspelt,
  ourSearch,
  plainSearch,
  type Question,
  questions,
  reciprocal,
} from "./evaluate.ts";

const LONG = process.env["LONG"] !== undefined;

interface Judged {
  readonly ours: number;
  readonly plain: number;
  readonly lunr: number;
  readonly mini: number;
  readonly oursInFive: number;
  readonly plainInFive: number;
}
const show = (value: number): string => value.toFixed(3);

/** Asks all questions of a set, reports how well the searches did, and answers how much better ours is than SQLite's. */
async function judge(t: TestContext, name: string, filled: Filled, all: readonly Article[], asked: readonly Question[]): Promise<number> {
  const [lunr, mini] = [lunrSearch(all, "en"), miniSearch(all, "en")];
  const judged: Judged[] = [];
  for (const { question, expected } of asked) {
    const [ours, plain] = [await ourSearch(filled, question), plainSearch(filled, question)];
    judged.push({
      ours: reciprocal(ours, expected),
      plain: reciprocal(plain, expected),
      lunr: reciprocal(lunr(question), expected),
      mini: reciprocal(mini(question), expected),
      oursInFive: ours.slice(0, 5).includes(expected) ? 1 : 0,
      plainInFive: plain.slice(0, 5).includes(expected) ? 1 : 0,
    });
  }
  const meanOf = (figure: keyof Judged) => (drawn: readonly Judged[]) => mean(drawn.map((one) => one[figure]));
  const improvement = (drawn: readonly Judged[]): number => meanOf("ours")(drawn) / meanOf("plain")(drawn) - 1;
  const line = (what: string, figure: (drawn: readonly Judged[]) => number): string =>
    `${name}, ${judged.length} questions: ${what} ${show(figure(judged))} (95 %: ${interval(judged, figure).map(show).join(" to ")})`;
  void t.annotate(line("MRR", meanOf("ours")));
  void t.annotate(line("MRR of plain bm25", meanOf("plain")));
  void t.annotate(line("recall in five", meanOf("oursInFive")));
  void t.annotate(line("recall in five of plain bm25", meanOf("plainInFive")));
  void t.annotate(line("MRR of lunr", meanOf("lunr")));
  void t.annotate(line("MRR of MiniSearch", meanOf("mini")));
  void t.annotate(line("MRR better by", improvement));
  void t.annotate(line("MRR better than lunr by", (drawn) => meanOf("ours")(drawn) / meanOf("lunr")(drawn) - 1));
  return improvement(judged);
}

/** Asks every question as it is and with a typing error in one word, with and without correction. */
async function judgeSlips(t: TestContext, name: string, filled: Filled, asked: readonly Question[]): Promise<void> {
  const figures = async (all: readonly Question[], asTyped: boolean) => {
    const judged = [];
    for (const { question, expected } of all) {
      const found = await ourSearch(filled, question, asTyped);
      judged.push({ rank: reciprocal(found, expected), inFive: found.slice(0, 5).includes(expected) ? 1 : 0 });
    }
    return { rank: mean(judged.map(({ rank }) => rank)), inFive: mean(judged.map(({ inFive }) => inFive)) };
  };
  const slipped = asked.map(({ question, expected }, i) => ({ question: misspelt(question, 1000 + i), expected }));
  const [clean, cleanNow] = [await figures(asked, true), await figures(asked, false)];
  const [typed, corrected] = [await figures(slipped, true), await figures(slipped, false)];
  for (const [what, before, now] of [
    ["as they are", clean, cleanNow],
    ["with a slip", typed, corrected],
  ] as const)
    void t.annotate(
      `${name}, ${asked.length} questions ${what}: MRR ${show(before.rank)} as typed, ${show(now.rank)} corrected; recall in five ${show(before.inFive)}, ${show(now.inFive)}`,
    );
  assert.ok(corrected.rank > typed.rank && corrected.inFive >= typed.inFive, "correction finds no more");
  // At most one question in a hundred may lose half of its rank.
  assert.ok(cleanNow.rank > clean.rank - 0.005 && cleanNow.inFive >= clean.inFive - 0.005, "questions without a slip are found worse");
}

/** Asks the English questions of a set in our search and in lunr, as the test of help centers does. */
async function besideLunr(filled: Filled, all: readonly Article[], asked: readonly Question[]): Promise<{ ours: number; lunr: number }[]> {
  const lunr = lunrSearch(all, "en");
  const judged = [];
  for (const { question, expected } of asked)
    judged.push({ ours: reciprocal(await ourSearch(filled, question), expected), lunr: reciprocal(lunr(question), expected) });
  return judged;
}

/**
 * By how much the mean reciprocal rank is at least better than that of SQLite's bm25. For the linters it was a tenth until the weights were
 * chosen on three English sets: measured 7.5 % (95 %: -2.9 to 18.5 %), before 8.9 %, before Snowball's stemmers 11.5 %. These differences are
 * far within the interval. Other words for the same (decision 0033) took it to 3.5 %, and the limit from 5 to 2 %. Rule pages are found by
 * names and code, which any search takes as they are; the FAQs resemble what people ask.
 */
const LEAST_LINTERS = 0.02;
const LEAST_FAQS = 0.1;

let linters: Filled;
let answers: Filled;
beforeAll(async () => {
  [linters, answers] = [await fill(articles()), await fill(faqArticles())];
});

test("on held-out change-log entries the mean reciprocal rank is above SQLite's own", async (t) => {
  assert.ok(articles().length >= 300);
  assert.ok(questions("tuned").length + questions("held").length >= 300);
  if (LONG) await judge(t, "tuned", linters, articles(), questions("tuned"));
  const better = await judge(t, "held", linters, articles(), questions("held"));
  assert.ok(better >= LEAST_LINTERS, `only ${show(better)} better`);
  await judgeSlips(t, "held", linters, questions("held"));
});

test("on held-out questions of two FAQs it is at least a tenth above", async (t) => {
  assert.ok(faqArticles().length >= 300 && faqQuestions("held").length >= 200);
  if (LONG) await judge(t, "FAQs, tuned", answers, faqArticles(), faqQuestions("tuned"));
  const better = await judge(t, "FAQs, held", answers, faqArticles(), faqQuestions("held"));
  assert.ok(better >= LEAST_FAQS, `only ${show(better)} better`);
  if (LONG) await judgeSlips(t, "FAQs, held", answers, faqQuestions("held"));
});

test("over the held-out English questions of all sets, articles are found better than by lunr", async (t) => {
  const { articles: help, questions: all } = helpCenter("en");
  const asked = all.flatMap((one) => (one.expected === null || halfOf(one) !== "held" ? [] : [{ ...one, expected: one.expected }]));
  const judged = [
    ...(await besideLunr(await fill(help), help, asked)),
    ...(await besideLunr(linters, articles(), questions("held"))),
    ...(await besideLunr(answers, faqArticles(), faqQuestions("held"))),
  ];
  const better = (drawn: typeof judged): number => mean(drawn.map(({ ours }) => ours)) / mean(drawn.map(({ lunr }) => lunr)) - 1;
  const range = interval(judged, (drawn) => better([...drawn]))
    .map(show)
    .join(" to ");
  void t.annotate(
    `English, ${judged.length} questions: MRR ${show(mean(judged.map(({ ours }) => ours)))}, lunr ${show(mean(judged.map(({ lunr }) => lunr)))}, better by ${show(better(judged))} (95 %: ${range})`,
  );
  assert.ok(better(judged) >= 0.03, `only ${show(better(judged))} better`);
});

test("the passages for the assistant contain the answer of nine in ten documents found", async (t) => {
  const { searchWords } = await import("../../../modules/retrieval/search/search-words.ts");
  const { documents, asked } = manuals("held");
  const { database, projectId } = await fill(documents);
  const answered = [];
  for (const { question, document, heading } of asked) {
    const { ranked } = await searchWords(
      { db: database() },
      { projectId, query: question, locales: ["en"], audiences: ["public"], onlyAssistant: true },
    );
    const found = ranked.slice(0, 5).find(({ piece }) => piece.key === document);
    if (found !== undefined) answered.push(found.pieces.findIndex((piece) => piece.heading.split(BETWEEN)[0] === heading));
  }
  const within = (most: number) => (places: readonly number[]) => mean(places.map((place) => (place >= 0 && place < most ? 1 : 0)));
  for (const most of [1, 3, Infinity])
    void t.annotate(
      `documents found ${answered.length} of ${asked.length}: answer among ${most === Infinity ? "all" : `the first ${most}`} passages ${show(within(most)(answered))} (95 %: ${interval(answered, within(most)).map(show).join(" to ")})`,
    );
  assert.ok(within(Infinity)(answered) >= 0.9, `only ${show(within(Infinity)(answered))}`);
});
