// Questions proposed from articles: by headings, by a model once and paid once, what is accepted and refused, and what is not an article to cite.
import { randomUUID } from "node:crypto";
import type { QuestionProposal } from "#modules/evaluation/contract";
import { expect, test } from "vitest";
import { evaluationWorld, MODEL } from "./evaluation-kit.ts";
import { article, openHelp } from "./help-center-kit.ts";

const CONTENT =
  "You can return a parcel within **30 days** of delivery.\n\n## Who pays?\n\nReturns are free.\n\n## Gift cards\n\nNo returns.";
async function proposalWorld() {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await openHelp(kit.world);
  const id = await article(kit.world, { title: "Returning a parcel", content: CONTENT });
  const there = `question-sets/${set.id}`;
  return {
    ...kit,
    set,
    articleId: id,
    propose: async (body: object = {}) =>
      await kit.world.as<{ added: number; costUsd: number; code?: string }>(`${kit.management}/${there}/proposals`, {
        body: { clientId: randomUUID(), articleId: id, locale: null, model: null, ...body },
      }),
    proposals: async () => (await kit.world.as<{ items: QuestionProposal[] }>(`${kit.dashboard}/${there}/proposals`)).body.items,
    decide: async (body: object) =>
      (
        await kit.world.as<{ accepted: number; refused: number }>(`${kit.management}/${there}/proposal-decisions`, {
          body: { accept: [], refuse: [], ...body },
        })
      ).body,
  };
}

test("headings are proposed once; what is accepted is one version that cites the article, and what is refused stays away", async () => {
  const kit = await proposalWorld();
  expect((await kit.propose()).body).toEqual({ added: 3, costUsd: 0 });
  expect((await kit.propose()).body).toEqual({ added: 0, costUsd: 0 });
  const [title, pays, cards] = await kit.proposals();
  expect([title?.question, pays?.question, cards?.question]).toEqual([
    "Returning a parcel?",
    "Who pays?",
    "Returning a parcel: Gift cards?",
  ]);
  const body = {
    accept: [
      { id: title?.id, question: "How long can I return a parcel?", facts: ["30 days"] },
      { id: pays?.id, question: "Who pays?", facts: [] },
    ],
    refuse: [cards?.id],
  };
  expect(await kit.decide(body)).toEqual({ accepted: 2, refused: 1 });
  expect(await kit.decide(body)).toEqual({ accepted: 0, refused: 0 });
  expect(await kit.readSet(kit.set.id)).toMatchObject({ version: 1, questions: 2 });
  expect(await kit.questions(kit.set.id)).toMatchObject([
    { question: "How long can I return a parcel?", facts: ["30 days"], sources: ["Returning a parcel"], locale: "en", origin: "article" },
    { question: "Who pays?", sources: ["Returning a parcel"] },
  ]);
  expect(await kit.proposals()).toEqual([]);
  expect((await kit.propose()).body.added).toBe(0);
});

test("a model is asked once and paid once; facts that the article does not say are left out", async () => {
  const kit = await proposalWorld();
  const price = await kit.world.as<{ mostUsd: number }>(
    `${kit.management}/question-sets/${kit.set.id}/proposals-estimate?articleId=${kit.articleId}&model=${encodeURIComponent(MODEL)}`,
  );
  expect(price.body.mostUsd).toBeGreaterThan(0);
  kit.models.answer({
    object: {
      questions: [
        { question: "Until when can I send it back?", fact: "30 days" },
        { question: "What does it cost?", fact: "costs 5 dollars" },
      ],
    },
    usage: { input: 1000, output: 100 },
  });
  const body = { clientId: randomUUID(), model: MODEL };
  const [first, again] = [await kit.propose(body), await kit.propose(body)];
  expect([first.status, first.body, again.body]).toEqual([201, { added: 2, costUsd: 0.00045 }, { added: 2, costUsd: 0.00045 }]);
  expect(kit.models.requests).toHaveLength(1);
  expect((await kit.proposals()).map(({ facts }) => facts)).toEqual([["30 days"], []]);
  expect(await kit.usage()).toMatchObject([{ purpose: "evaluation", calls: 1, cost: 450 }]);
});

test("after an outcome that nobody knows the same request asks nothing; after a refusal it does", async () => {
  const kit = await proposalWorld();
  kit.models.answer({ fault: "key" }, { object: { questions: [] }, usage: { input: 10, output: 1 } }, { fault: "malformed" });
  const refused = { clientId: randomUUID(), model: MODEL };
  expect((await kit.propose(refused)).status).toBe(503);
  expect((await kit.propose(refused)).body).toMatchObject({ added: 0 });
  const lost = { clientId: randomUUID(), model: MODEL };
  expect((await kit.propose(lost)).status).toBe(503);
  expect((await kit.propose(lost)).body.code).toBe("conflict");
  expect(kit.models.requests).toHaveLength(3);
});

test("an article that is not published, or that the assistant may not cite, is none; a model without a ceiling is refused", async () => {
  const kit = await proposalWorld();
  await kit.world.rows("UPDATE help_articles SET audience = 'members' WHERE id = ?", kit.articleId);
  expect((await kit.propose()).status).toBe(404);
  await kit.world.rows("UPDATE help_articles SET audience = 'told' WHERE id = ?", kit.articleId);
  expect((await kit.propose()).status).toBe(201);
  expect((await kit.propose({ model: "openai/gpt-5" })).body.code).toBe("not_configured");
  await kit.world.rows("UPDATE help_article_texts SET version = NULL WHERE article_id = ?", kit.articleId);
  expect((await kit.propose()).status).toBe(404);
});
