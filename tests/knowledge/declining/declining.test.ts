// Measures how often an answer that no article proves is declined, and how often a good one is refused, with doubles of models that answer
// whatever they are asked. Thresholds were chosen on one half of the questions; the other half is judged. See ../declining.md.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "vitest";
import type { Claim } from "../../../modules/claim-verification/passages.ts";
import type { Fault } from "../../../modules/claim-verification/contract.ts";
import { halfOf, helpCenter, LOCALES } from "../help/corpus.ts";
import { fill, interval, mean } from "../words/evaluate.ts";
import { paraphrases } from "./paraphrases.ts";

/** `HALF=tuned` prints the half on which thresholds are chosen. */
const HALF = process.env["HALF"] === "tuned" ? "tuned" : "held";
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** The confidences of the curve; the product's own is among them. */
const CURVE = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];

interface Said {
  /** Whether it is said if the documents need a confidence of `from`. */
  readonly passes: (from: number) => boolean;
  readonly faults: readonly Fault[];
  /** Whether it cites the article that answers. */
  readonly right: boolean;
}
interface Row {
  readonly locale: string;
  readonly answerable: boolean;
  readonly said: Readonly<Record<string, Said | undefined>>;
}

test("what no article answers is declined, and most of what is proved is said", { timeout: 300_000 }, async (t) => {
  await import("../words/desk.ts");
  const { retrieve } = await import("../../../modules/retrieval/index.ts");
  const { FITS_FROM } = await import("../../../modules/retrieval/index.ts");
  const { judge, relevanceIn, sourcesOf } = await import("../../../modules/assistant/answer-question.ts");
  const { brief, inventive, irrelevant, KINDS, obliging, random } = await import("./doubles.ts");
  const centers = LOCALES.map(helpCenter);
  const articles = new Map(centers.flatMap((center) => center.articles).map((article) => [article.id, article]));
  const filled = await fill([...articles.values()]);
  const find = async (question: string) => {
    const ctx = { db: filled.database(), registry: { extensions: { of: () => [] } } } as unknown as Parameters<typeof retrieve>[0];
    const scope = { audiences: ["public", "told"], onlyAssistant: true, limit: 5 } as const;
    const found = await retrieve(ctx, { projectId: filled.projectId, query: question, ...scope });
    return { found, sources: sourcesOf(found) };
  };
  const asks =
    (question: string, locale: string, { found, sources }: Awaited<ReturnType<typeof find>>) =>
    (claims: readonly Claim[]) => {
      const draft = JSON.stringify({ kind: "answer", sentences: claims, question: "", reason: "" });
      const relevance = relevanceIn(found, { question }, sources);
      const answer = (fitsFrom: number) => judge(draft, { locale }, sources, { ...relevance, fitsFrom });
      const passed = new Map(CURVE.map((from) => [from, found.confidence >= from && answer(from).outcome === "answered"]));
      return {
        passes: (from: number) => passed.get(from) ?? false,
        faults: judge(draft, { locale }, sources, relevance).sentences.flatMap(({ faults }) => faults),
      };
    };

  const rows: Row[] = [];
  for (const [n, question] of centers
    .flatMap(({ questions }) => questions)
    .filter((one) => halfOf(one) === HALF)
    .entries()) {
    const { locale, question: text, expected } = question;
    const given = await find(text);
    const ask = asks(text, locale, given);
    const article = articles.get(expected ?? "");
    const right = given.sources.filter(({ title, locale: own }) => title === article?.title && own === locale);
    const say = (claims: readonly Claim[]): Said | undefined =>
      claims.length === 0
        ? undefined
        : { ...ask(claims), right: claims.some(({ citations }) => citations.some(({ source }) => right.some(({ id }) => id === source))) };
    const asked = { question: text, locale, sources: given.sources, seed: n };
    rows.push({
      ...{ locale, answerable: expected !== null },
      said: {
        ...{ obliging: say(obliging(asked)), brief: say(brief(asked)), irrelevant: say(irrelevant(asked)), random: say(random(asked)) },
        ...(right.length > 0 && {
          honest: say(brief({ ...asked, sources: right })),
          fuller: say(obliging({ ...asked, sources: right })),
        }),
        ...Object.fromEntries(KINDS.map((kind) => [kind, say(inventive(kind)(asked))])),
      },
    });
  }

  /** The share of answers that are not given: no document fits, or the checker found a fault. */
  const declined = (all: readonly Row[], double: string, from: number = FITS_FROM): number =>
    mean(all.map(({ said }) => (said[double]?.passes(from) === true ? 0 : 1)));
  const told = (what: string, all: readonly Row[], double: string): number => {
    const share = declined(all, double);
    const [low, high] = interval(all, (drawn) => declined(drawn, double));
    void t.annotate(`${what}: ${percent(share)} of ${all.length} (95 %: ${percent(low)} to ${percent(high)})`);
    return share;
  };
  const none = rows.filter(({ answerable }) => !answerable);
  const answerable = rows.filter((row) => row.answerable);
  const found = rows.filter(({ said }) => said["honest"] !== undefined);
  const wrong = (double: string): Row[] => rows.filter(({ said }) => said[double]?.right !== true);
  const shares = {
    obliging: told("two nearest sentences, declined where no article answers", none, "obliging"),
    brief: told("nearest sentence, declined where no article answers", none, "brief"),
    irrelevant: told("question's words before a random sentence of another article, declined", wrong("irrelevant"), "irrelevant"),
    random: told("random sentence of another article, declined", wrong("random"), "random"),
    refused: told("best sentence of the right article, refused where it was found", found, "honest"),
  };
  told("the same with two sentences", found, "fuller");
  told("best sentence, of all that an article answers, found or not", answerable, "honest");
  for (const from of CURVE) {
    const at = (all: readonly Row[], double: string): string => percent(declined(all, double, from));
    void t.annotate(
      `from ${from}: declined ${at(none, "obliging")} (two), ${at(none, "brief")} (one), ${at(wrong("random"), "random")} (random); refused ${at(found, "honest")} (one), ${at(found, "fuller")} (two)`,
    );
  }

  // The checker alone: on the same answers nothing is declined by the search.
  const through = Object.fromEntries(
    KINDS.map((kind) => {
      const said = rows.flatMap((row) => row.said[kind] ?? []);
      // What is only irrelevant would be declined without the change too.
      const missed = said.filter(({ faults }) => faults.every(({ fault }) => fault === "irrelevant"));
      void t.annotate(`one ${kind} changed: not noticed in ${percent(missed.length / said.length)} of ${said.length}`);
      return [kind, missed.length / said.length];
    }),
  );
  for (const locale of LOCALES) {
    const changed = rows.filter((row) => row.locale === locale).flatMap(({ said }) => said["name"] ?? []);
    const missed = changed.filter(({ faults }) => faults.every(({ fault }) => fault === "irrelevant"));
    const named = changed.filter(({ faults }) => faults.some(({ fault }) => fault === "name"));
    void t.annotate(
      `names in ${locale}: not noticed in ${percent(missed.length / changed.length)} of ${changed.length}, called a wrong name in ${percent(named.length / changed.length)}`,
    );
  }
  const honest = found.flatMap(({ said }) => said["honest"] ?? []);
  const contradicted = honest.filter(({ faults }) => faults.some(({ fault }) => fault !== "irrelevant"));

  const judged: { refused: boolean }[] = [];
  /** Of those whose article the search finds and calls fitting: whether the checker finds them relevant too. */
  const relevant: boolean[] = [];
  for (const { locale, question, text, quotes } of paraphrases()) {
    if ((createHash("sha256").update(text).digest()[0] ?? 0) % 2 !== (HALF === "tuned" ? 0 : 1)) continue;
    // Given the right article, as if the search had found it: how often is a good answer called unproved?
    const article = [...articles.values()].find((one) => one.locale === locale && quotes.every((quote) => one.content.includes(quote)));
    assert.ok(article, `${text}: its quotes stand in no article`);
    const { checkClaim } = await import("../../../modules/claim-verification/check-claim.ts");
    const { passagesOf } = await import("../../../modules/claim-verification/passages.ts");
    const heading = [...article.content.matchAll(/^## (.*)/gm)].map((match) => match[1]).join("\n");
    const source = { id: "p1", title: article.title, heading, text: article.content, locale };
    const { faults } = checkClaim(
      { text, citations: quotes.map((quote) => ({ source: "p1", quote })) },
      passagesOf([source]),
      locale,
      question,
    );
    judged.push({ refused: faults.length > 0 });
    const given = await find(question);
    const shown = given.sources.filter((one) => one.title === article.title && one.locale === locale);
    const citations = quotes.flatMap((quote) => {
      const holder = shown.find(({ text: passage }) => passage.includes(quote));
      return holder === undefined ? [] : [{ source: holder.id, quote }];
    });
    if (citations.length === quotes.length && given.found.fits)
      relevant.push(asks(question, locale, given)([{ text, citations }]).faults.every(({ fault }) => fault !== "irrelevant"));
    if (faults.length > 0) void t.annotate(`refused: ${text} — ${faults.map(({ fault, detail }) => `${fault} ${detail}`).join("; ")}`);
  }
  const paraphrased = mean(judged.map(({ refused }) => (refused ? 1 : 0)));
  const [low, high] = interval(judged, (drawn) => mean(drawn.map(({ refused }) => (refused ? 1 : 0))));
  void t.annotate(`honest paraphrases refused: ${percent(paraphrased)} of ${judged.length} (95 %: ${percent(low)} to ${percent(high)})`);
  void t.annotate(`of those whose article fits, called irrelevant: ${relevant.filter((one) => !one).length} of ${relevant.length}`);
  if (HALF === "tuned") return;
  for (const [double, least] of Object.entries(LEAST_DECLINED))
    assert.ok(shares[double as keyof typeof LEAST_DECLINED] >= least, `${double}: declined less often than in ${percent(least)}`);
  assert.ok(shares.refused <= 0.42, `refused: ${percent(shares.refused)}`);
  for (const [kind, most] of Object.entries(MOST_MISSED))
    assert.ok((through[kind] ?? 1) <= most, `${kind}: ${percent(through[kind] ?? 1)}`);
  assert.ok(honest.length > 100 && contradicted.length === 0, "a sentence cited word for word is called unproved");
  assert.ok(judged.length > 30 && paraphrased <= 0.3, `paraphrases refused: ${percent(paraphrased)}`);
});

/** Somewhat below what was measured: see ../declining.md. */
const LEAST_DECLINED = { obliging: 0.93, brief: 0.9, irrelevant: 0.95, random: 0.87 };
/** Shares of changed sentences that may go unnoticed. */
const MOST_MISSED: Readonly<Record<string, number>> = { number: 0.01, name: 0.06, negation: 0.02, join: 0.2 };
