// Measures the time from a sentence's last character to the decision whether it may be shown.
import assert from "node:assert/strict";
import { test } from "vitest";
import { helpCenter, LOCALES } from "../help/corpus.ts";
import { fill } from "../words/evaluate.ts";

/** Milliseconds, of which a frame needs the rest. */
const MOST = 30;

test("a sentence is checked within 30 ms of its last character", async (t) => {
  await import("../words/desk.ts");
  const { retrieve } = await import("../../../modules/retrieval/index.ts");
  const { relevanceIn, sourcesOf } = await import("../../../modules/assistant/answer-question.ts");
  const { checkAnswer } = await import("../../../modules/assistant/check-answer.ts");
  const { readStreamedDraft } = await import("../../../modules/assistant/streamed-draft.ts");
  const { spansOf } = await import("./doubles.ts");
  const centers = LOCALES.map(helpCenter);
  const filled = await fill(centers.flatMap(({ articles }) => articles));
  const ctx = { db: filled.database(), registry: { extensions: { of: () => [] } } } as unknown as Parameters<typeof retrieve>[0];
  const times = { first: [] as number[], later: [] as number[] };
  for (const { articles, questions } of centers)
    for (const { question, locale } of questions.slice(0, 30)) {
      const scope = { audiences: ["public", "told"], onlyAssistant: true, limit: 5 } as const;
      const found = await retrieve(ctx, { projectId: filled.projectId, query: question, ...scope });
      const [best] = sourcesOf(found);
      if (best === undefined) continue;
      // Six passages of 4,000 characters, the longest that there are.
      const all = articles.map(({ content }) => content).join("\n\n");
      const sources = Array.from({ length: 6 }, (_, n) => ({
        ...best,
        id: `p${n + 1}`,
        text: all
          .slice(n * 500)
          .padEnd(4000, all)
          .slice(0, 4000),
      }));
      // Each sentence cites a passage that no other one has cited before.
      const sentences = sources.flatMap((one, n) =>
        spansOf([one])
          .slice(2 * n, 2 * n + 1)
          .map(({ source, text }) => ({ text, citations: [{ source: source.id, quote: text }] })),
      );
      const draft = readStreamedDraft();
      const check = checkAnswer(sources, locale, relevanceIn(found, { question }, sources));
      let checked = 0;
      for (const letter of JSON.stringify({ kind: "answer", sentences, question: "", reason: "" })) {
        const began = performance.now();
        const complete = draft.push(letter);
        if (complete.length === 0) continue;
        for (const sentence of complete) check.add(sentence);
        times[checked === 0 ? "first" : "later"].push(performance.now() - began);
        checked += complete.length;
      }
      assert.equal(checked, sentences.length);
    }
  for (const [which, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, next) => one - next);
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity;
    void t.annotate(
      `${which}: half within ${at(0.5).toFixed(1)} ms, 99 % within ${at(0.99).toFixed(1)} ms, all within ${at(1).toFixed(1)} ms, of ${all.length}`,
    );
    assert.ok(at(0.95) <= MOST, `${which}: 95 % within ${at(0.95).toFixed(1)} ms`);
  }
});
