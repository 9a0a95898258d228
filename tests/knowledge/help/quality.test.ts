// Compares search with lunr, MiniSearch and SQLite's bm25 on help centers in three languages, and judges whether it notices that nothing
// fits. Weights, stop words and the threshold were chosen on one half of the questions; the other half is judged. See README.md.
import assert from "node:assert/strict";
import { test } from "vitest";
import { fill, type Filled, interval, mean, reciprocal } from "../words/evaluate.ts";
import { halfOf, helpCenter, type HelpQuestion, inChat, LOCALES, type Locale, withTypo } from "./corpus.ts";
import { lunrSearch, miniSearch, plainSearch, type Search } from "./others.ts";

type Form = "as asked" | "with a typo" | "in a chat";
const FORMS: Readonly<Record<Form, (question: HelpQuestion, n: number) => string>> = {
  "as asked": ({ question }) => question,
  "with a typo": (question, n) => withTypo(question, 1000 + n),
  "in a chat": inChat,
};
const show = (value: number): string => value.toFixed(3);

async function ask({ database, projectId }: Filled, query: string, locale: Locale): Promise<{ keys: string[]; confidence: number }> {
  const { searchWords } = await import("../../../modules/retrieval/search/search-words.ts");
  const { ranked, fit } = await searchWords({ db: database() }, { projectId, query, locales: [locale], audiences: ["public"] });
  const best = ranked[0]?.piece.documentId;
  return { keys: ranked.slice(0, 10).map(({ piece }) => piece.key), confidence: best === undefined ? 0 : (fit.get(best)?.confidence ?? 0) };
}

interface Judged {
  readonly locale: Locale;
  readonly ours: number;
  readonly others: Readonly<Record<string, number>>;
}
/** The share of pairs in which the first has the higher confidence: the area under the ROC curve. */
const area = (right: readonly number[], none: readonly number[]): number =>
  mean(right.flatMap((one) => none.map((other) => (one > other ? 1 : one === other ? 0.5 : 0))));

test("articles are found better than by the libraries, and what no article answers is noticed", async (t) => {
  const { FITS_FROM } = await import("../../../modules/retrieval/rules.ts");
  const centers = LOCALES.map(helpCenter);
  // One project with all languages, as a company with several has them.
  const filled = await fill(centers.flatMap(({ articles }) => articles));
  const searches = new Map<Locale, Readonly<Record<string, Search>>>(
    LOCALES.map((locale, i) => {
      const articles = centers[i]?.articles ?? [];
      const others = { lunr: lunrSearch(articles, locale), "lunr, fuzzy": lunrSearch(articles, locale, true) };
      const minis = { MiniSearch: miniSearch(articles, locale), "MiniSearch, fuzzy": miniSearch(articles, locale, true) };
      return [locale, { ...others, ...minis, FTS5: plainSearch(articles) }];
    }),
  );
  const held = centers.flatMap(({ questions }) => questions).filter((question) => halfOf(question) === "held");
  for (const form of Object.keys(FORMS) as Form[]) {
    const judged: Judged[] = [];
    const confidences = { right: [] as number[], none: [] as number[], foreign: [] as number[] };
    for (const [n, question] of held.entries()) {
      const text = FORMS[form](question, n);
      const { keys, confidence } = await ask(filled, text, question.locale);
      const { expected, locale } = question;
      if (expected === null) confidences[question.foreign ? "foreign" : "none"].push(confidence);
      else {
        const others = Object.entries(searches.get(locale) ?? {}).map(
          ([name, search]) => [name, reciprocal(search(text), expected)] as const,
        );
        judged.push({ locale, ours: reciprocal(keys, expected), others: Object.fromEntries(others) });
        if (keys[0] === expected) confidences.right.push(confidence);
      }
    }
    const pooled = mean(judged.map(({ ours }) => ours)) / mean(judged.map(({ others }) => others["lunr"] ?? 0)) - 1;
    void t.annotate(`${form}: better than lunr by ${show(pooled)} over the three languages`);
    for (const locale of LOCALES) {
      const own = judged.filter((one) => one.locale === locale);
      const figures = [["ours", (one: Judged) => one.ours] as const].concat(
        Object.keys(own[0]?.others ?? {}).map((name) => [name as "ours", (one: Judged) => one.others[name] ?? 0] as const),
      );
      for (const [name, of] of figures) {
        const range = interval(own, (drawn) => mean(drawn.map(of)))
          .map(show)
          .join(" to ");
        void t.annotate(`${locale}, ${form}, ${own.length} questions: MRR of ${name} ${show(mean(own.map(of)))} (95 %: ${range})`);
      }
      const better = (drawn: readonly Judged[]): number =>
        mean(drawn.map(({ ours }) => ours)) / mean(drawn.map(({ others }) => others["lunr"] ?? 0)) - 1;
      void t.annotate(
        `${locale}, ${form}: better than lunr by ${show(better(own))} (95 %: ${interval(own, better).map(show).join(" to ")})`,
      );
    }
    assert.ok(pooled >= LEAST[form], `${form}: only ${show(pooled)} better than lunr`);
    if (form === "with a typo") continue;
    const [undocumented, foreign] = [area(confidences.right, confidences.none), area(confidences.right, confidences.foreign)];
    const fits = (all: readonly number[]): string => show(all.filter((one) => one >= FITS_FROM).length / all.length);
    void t.annotate(
      `${form}: area under the curve ${show(undocumented)} against undocumented, ${show(foreign)} against foreign questions; "fits" for ${fits(confidences.right)} of the right first hits, ${fits(confidences.none)} of undocumented, ${fits(confidences.foreign)} of foreign questions`,
    );
    assert.ok(undocumented >= 0.85 && foreign >= 0.97, `${form}: ${show(undocumented)}, ${show(foreign)}`);
  }
});

test("Arabic articles are found better than by the libraries", async (t) => {
  const { articles, questions } = helpCenter("ar");
  const filled = await fill(articles);
  const others = { lunr: lunrSearch(articles, "ar"), MiniSearch: miniSearch(articles, "ar"), FTS5: plainSearch(articles) };
  for (const half of ["tuned", "held"] as const)
    for (const form of ["as asked", "in a chat"] as const) {
      const asked = questions.filter((question) => question.expected !== null && halfOf(question) === half);
      const ranks = new Map<string, number[]>();
      for (const [n, question] of asked.entries()) {
        const text = FORMS[form](question, n);
        const found = {
          ours: (await ask(filled, text, "ar")).keys,
          ...Object.fromEntries(Object.entries(others).map(([name, search]) => [name, search(text)])),
        };
        for (const [name, keys] of Object.entries(found))
          ranks.set(name, [...(ranks.get(name) ?? []), reciprocal(keys, question.expected ?? "")]);
      }
      const figures = [...ranks].map(([name, all]) => `${name} ${show(mean(all))}`).join(", ");
      void t.annotate(`ar, ${form}, ${half}, ${asked.length} questions: MRR of ${figures}`);
      if (half === "held")
        for (const name of Object.keys(others))
          assert.ok(mean(ranks.get("ours") ?? []) > mean(ranks.get(name) ?? []), `${form}: ${figures}`);
    }
});

/** By how much the mean reciprocal rank over the three languages is at least better than lunr's. */
const LEAST: Readonly<Record<Form, number>> = { "as asked": 0.03, "with a typo": 0.05, "in a chat": 0.05 };
