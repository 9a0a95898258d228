// Measures lexical search on 418 articles and 374 change-log sentences about them by other authors, with the weights tuned on one half and
// judged on the other, and on 475 FAQ questions. See README.md.
import assert from "node:assert/strict";
import { test, type TestContext } from "vitest";
import {
  articles,
  faq,
  fill,
  type Filled,
  interval,
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
  readonly oursInFive: number;
  readonly plainInFive: number;
}
const show = (value: number): string => value.toFixed(3);

/** Asks all questions of a set, reports how well both searches did, and answers how much better ours is. */
async function judge(t: TestContext, name: string, filled: Filled, asked: readonly Question[]): Promise<number> {
  const judged: Judged[] = [];
  for (const { question, expected } of asked) {
    const [ours, plain] = [await ourSearch(filled, question), plainSearch(filled, question)];
    judged.push({
      ours: reciprocal(ours, expected),
      plain: reciprocal(plain, expected),
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
  void t.annotate(line("MRR better by", improvement));
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

test("on held-out questions the mean reciprocal rank is at least a tenth above SQLite's own", async (t) => {
  const all = articles();
  assert.ok(all.length >= 300);
  assert.ok(questions("tuned").length + questions("held").length >= 300);
  const filled = await fill(all);
  if (LONG) await judge(t, "tuned", filled, questions("tuned"));
  const better = await judge(t, "held", filled, questions("held"));
  assert.ok(better >= 0.1, `only ${show(better)} better`);
  await judgeSlips(t, "held", filled, LONG ? questions("held") : questions("held").slice(0, 40));
});

test("on a second held-out set, the questions of two FAQs, it is also at least a tenth above", { skip: !LONG }, async (t) => {
  const { articles: answers, questions: asked } = faq();
  assert.ok(answers.length >= 300 && asked.length >= 300);
  const filled = await fill(answers);
  const better = await judge(t, "FAQs", filled, asked);
  await judgeSlips(t, "FAQs", filled, asked);
  assert.ok(better >= 0.1, `only ${show(better)} better`);
});
