// Proposals to change knowledge: made from what people answered, worded by a model or not at all, accepted as drafts, erased.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Proposal, ProposalText } from "#modules/assistant-learning/contract";
import { ANSWER, type AssistantWorld, assistantWorld, QUESTION } from "./assistant-kit.ts";
import { Team } from "./help-kit.ts";
import { join } from "./triage-kit.ts";
import type { Answer } from "./world.ts";

const SATURN = "which telescope shows the rings of Saturn?";
interface Learning extends AssistantWorld {
  readonly team: Team;
  reply(id: string, content: string): Promise<void>;
  /** A quarter of an hour passes, and what is due runs. */
  later(): Promise<void>;
  proposals(state?: string): Promise<Proposal[]>;
  text(id: string): Promise<Answer<ProposalText>>;
  accept(id: string, body: object): Promise<Answer<{ proposal: Proposal; code: string }>>;
  decide(id: string, state: "rejected" | "open"): Promise<Answer<{ proposal: Proposal }>>;
}
async function learning(): Promise<Learning> {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  const at = `/api/dashboard/projects/${w.projectId}/assistant/proposals`;
  return {
    ...w,
    team: new Team(w.world, w.world.cookie),
    async reply(id, content) {
      const body = { clientId: randomUUID(), frontier: await w.world.revision(id), content };
      expect((await w.world.as(`${w.world.conversations}/${id}/messages`, { body })).status).toBe(201);
    },
    async later() {
      for (let i = 0; i < 2; i += 1) {
        w.world.clock.advance({ minutes: 15 });
        await w.world.tick();
      }
    },
    proposals: async (state = "open") => (await w.world.as<{ items: Proposal[] }>(`${at}?state=${state}`)).body.items,
    text: (id) => w.world.as(`${at}/${id}`),
    accept: (id, body) => w.world.as(`${at}/${id}/accept`, { body: { clientId: randomUUID(), ...body } }),
    decide: (id, state) => w.world.as(`${at}/${id}/state`, { method: "PUT", body: { state } }),
  };
}
/** The project writes with the model only what a test says: operators' help has a model of its own. */
const withAssist = (w: Learning) =>
  w.world.as(`/api/management/projects/${w.projectId}/ai`, {
    method: "PUT",
    body: { reply: { provider: "openai", model: "gpt-5-mini" }, assist: { provider: "openai", model: "gpt-5-mini" }, context: null },
  });

test("without a model the reply itself becomes the proposal, without what names the customer, and a person gives it a title", async () => {
  const w = await learning();
  const { visitor, id } = await w.ask(SATURN);
  await w.world.rows("UPDATE contacts SET name = 'Ada Lovelace', email = 'ada@example.test' WHERE id = ?", visitor.contactId);
  await visitor.postMessage(id, "My order is 10234, please call 020 7946 0958.");
  await w.reply(id, "Hi Ada, the 8-inch one shows them. Order 10234 is noted, I mail ada@example.test.");
  expect(await w.proposals()).toEqual([]);
  await w.later();
  const [proposal] = await w.proposals();
  expect(proposal).toMatchObject({ cause: "unanswered", worded: "reply", articleId: null, locale: "en", title: "", conversationId: id });
  expect(proposal?.question).toContain("rings of Saturn");
  const { body } = await w.text(proposal!.id);
  expect(body).toMatchObject({ content: "Hi [name], the 8-inch one shows them. Order [number] is noted, I mail [email].", present: null });
  expect(JSON.stringify(body)).not.toMatch(/Ada|10234|7946|example\.test/);
  expect((await w.accept(proposal!.id, { revision: 0, title: "", content: "x" })).status).toBe(400);
  const accepted = await w.accept(proposal!.id, {
    revision: 0,
    title: "Telescopes for Saturn",
    content: "The 8-inch telescope shows its rings.",
  });
  expect(accepted).toMatchObject({ status: 200, body: { proposal: { state: "accepted", decidedByName: "Olga" } } });
  const article = await w.team.read(accepted.body.proposal.articleId ?? "");
  expect(article.body.text).toMatchObject({
    title: "Telescopes for Saturn",
    content: "The 8-inch telescope shows its rings.",
    version: null,
    liveSlug: null,
  });
  // Once: another call answers the first result, and makes no second article.
  expect((await w.accept(proposal!.id, { revision: 0, title: "Again", content: "y" })).body.proposal.articleId).toBe(
    article.body.article.id,
  );
  expect((await w.team.list()).body.items).toHaveLength(1);
  expect((await w.decide(proposal!.id, "rejected")).status).toBe(409);
});

/** A published article that the assistant cites. */
async function withArticle(w: Learning) {
  const { body } = await w.team.create("Returning a parcel to us", {
    content: "You can return a parcel within **30 days** of delivery. Returning a parcel is free of charge.",
  });
  expect((await w.team.publish(body.article.id, 1)).status).toBe(200);
  await w.world.rows("DELETE FROM knowledge_documents WHERE project_id = ? AND title = 'Returning a parcel'", w.projectId);
  await w.world.tick();
  return body.article.id;
}

test("a corrected answer becomes a change to the article that it cited, worded by a model, and only a draft", async () => {
  const w = await learning();
  const articleId = await withArticle(w);
  await withAssist(w);
  w.models.answer({ object: ANSWER });
  const { id } = await w.ask();
  await w.world.tick();
  await w.reply(id, "Sorry, since May it is 14 days.");
  const content = "You can return a parcel within **14 days** of delivery. Returning a parcel is free of charge.";
  w.models.answer({ object: { title: "Returning a parcel to us", content } });
  await w.later();
  const [proposal] = await w.proposals();
  expect(proposal).toMatchObject({ cause: "corrected", worded: "model", model: "openai/gpt-5-mini", articleId });
  expect(proposal?.costUsd).toBeGreaterThan(0);
  const { body } = await w.text(proposal!.id);
  expect(body).toMatchObject({ content, answer: "Sorry, since May it is 14 days.", present: { revision: 1 } });
  // Somebody else changes the draft first.
  await w.team.save(articleId, 1, { title: "Returning a parcel to us", content: "Changed meanwhile." });
  expect(await w.accept(proposal!.id, { revision: 1, title: "Returning a parcel to us", content })).toMatchObject({
    status: 409,
    body: { code: "stale_frontier" },
  });
  expect((await w.accept(proposal!.id, { revision: 2, title: "Returning a parcel to us", content })).status).toBe(200);
  const { text } = (await w.team.read(articleId)).body;
  expect(text).toMatchObject({ content, revision: 3, changed: true, version: 1 });
  w.models.check();
});

/** A published snippet that the assistant cites. */
async function withSnippet(w: Learning): Promise<{ itemId: string; sourceId: string }> {
  const at = (area: string): string => `/api/${area}/projects/${w.projectId}/knowledge`;
  const made = await w.world.as<{ source: { id: string } }>(`${at("management")}/sources`, {
    body: { clientId: randomUUID(), kind: "snippets", name: "Snippets", audience: "public", assistant: true, locale: "en" },
  });
  const sourceId = made.body.source.id;
  const content = "You can return a parcel within **30 days** of delivery.";
  const written = await w.world.as<{ item: { id: string } }>(`${at("dashboard")}/sources/${sourceId}/snippets`, {
    body: { clientId: randomUUID(), title: "Returning a parcel to us", content, publish: true },
  });
  expect(written.status).toBe(201);
  await w.world.rows("DELETE FROM knowledge_documents WHERE project_id = ? AND title = 'Returning a parcel'", w.projectId);
  await w.world.tick();
  return { itemId: written.body.item.id, sourceId };
}

test("a corrected answer from a snippet becomes a change of it, which owners and admins accept; it is searched with the new text", async () => {
  const w = await learning();
  const { itemId, sourceId } = await withSnippet(w);
  await withAssist(w);
  w.models.answer({ object: ANSWER });
  const { id } = await w.ask();
  await w.world.tick();
  await w.reply(id, "Sorry, since May it is 14 days.");
  const content = "You can return a parcel within **14 days** of delivery.";
  w.models.answer({ object: { title: "Returning a parcel to us", content } });
  await w.later();
  const [proposal] = await w.proposals();
  expect(proposal).toMatchObject({ cause: "corrected", worded: "model", articleId: null, snippet: { id: itemId, sourceId } });
  expect((await w.text(proposal!.id)).body).toMatchObject({ content, present: { title: "Returning a parcel to us", revision: 1 } });

  const text = { title: "Returning a parcel to us", content };
  const { cookie } = await join(w.world);
  const path = `/api/dashboard/projects/${w.projectId}/assistant/proposals/${proposal!.id}/accept`;
  const body = { clientId: randomUUID(), revision: 1, ...text };
  expect((await w.world.as(path, { body }, cookie)).status).toBe(403);
  // Two people at once change it once, and both learn that it is accepted; somebody with another revision changes nothing.
  expect((await w.accept(proposal!.id, { revision: 7, ...text })).status).toBe(409);
  const both = await Promise.all([w.accept(proposal!.id, { revision: 1, ...text }), w.accept(proposal!.id, { revision: 1, ...text })]);
  expect(both.map(({ status, body: { proposal: after } }) => [status, after?.state])).toEqual([
    [200, "accepted"],
    [200, "accepted"],
  ]);
  expect(await w.world.rows("SELECT content, revision, state FROM knowledge_items WHERE id = ?", itemId)).toEqual([
    { content, revision: 2, state: "ready" },
  ]);
  await w.world.tick();
  const found = await w.world.as(`/api/dashboard/projects/${w.projectId}/knowledge?q=return%20a%20parcel`);
  expect(JSON.stringify(found.body)).toContain("14 days");
  w.models.check();
});

test("a wording that adds a number is not used", async () => {
  const w = await learning();
  await withAssist(w);
  const { id } = await w.ask(SATURN);
  await w.world.tick();
  await w.reply(id, "The 8-inch one shows them.");
  w.models.answer({ object: { title: "Telescopes", content: "The 8-inch telescope for 499 euros shows them." } });
  await w.later();
  const [proposal] = await w.proposals();
  expect(proposal).toMatchObject({ worded: "reply", title: "" });
  expect((await w.text(proposal!.id)).body.content).toBe("The 8-inch one shows them.");
});

test("a flag's words make a proposal; a thumb down alone says nothing that could be right", async () => {
  const w = await learning();
  await withArticle(w);
  const answered = async () => {
    w.models.answer({ object: ANSWER });
    const { visitor, id } = await w.ask(QUESTION);
    await w.world.tick();
    const [{ id: messageId } = { id: "" }] = await w.world.rows<{ id: string }>(
      "SELECT id FROM messages WHERE conversation_id = ? AND author_role = 'assistant'",
      id,
    );
    return { visitor, id, messageId };
  };
  const rated = await answered();
  await rated.visitor.call(`/api/widget/conversations/${rated.id}/messages/${rated.messageId}/rating`, {
    method: "PUT",
    body: { rating: "down" },
  });
  const flagged = await answered();
  await w.world.as(`${w.world.conversations}/${flagged.id}/messages/${flagged.messageId}/flag`, {
    method: "PUT",
    body: { flag: { reason: "outdated", words: "Since May it is 14 days." } },
  });
  await w.later();
  const proposals = await w.proposals();
  expect(proposals).toMatchObject([{ cause: "flagged", conversationId: flagged.id }]);
  expect((await w.text(proposals[0]!.id)).body.content).toContain("\n\nSince May it is 14 days.");
});

test("repeated jobs and several replies make one proposal; a rejected one can be opened again", async () => {
  const w = await learning();
  const { id } = await w.ask(SATURN);
  await w.world.tick();
  await w.reply(id, "The 8-inch one.");
  await w.reply(id, "With a good eyepiece.");
  await w.later();
  const again = await w.world.rows(
    "UPDATE jobs SET state = 'queued', due_at = 0, attempts = 0 WHERE kind = 'assistant_learning.propose' AND project_id = ? RETURNING id",
    w.projectId,
  );
  expect(again).toHaveLength(2);
  await w.later();
  const [proposal, ...others] = await w.proposals();
  expect(others).toEqual([]);
  expect((await w.text(proposal!.id)).body.content).toBe("The 8-inch one.\n\nWith a good eyepiece.");
  expect((await w.decide(proposal!.id, "rejected")).body.proposal).toMatchObject({ state: "rejected", decidedByName: "Olga" });
  expect((await w.decide(proposal!.id, "rejected")).status).toBe(200);
  expect(await w.proposals()).toEqual([]);
  expect(await w.proposals("rejected")).toHaveLength(1);
  expect((await w.decide(proposal!.id, "open")).body.proposal).toMatchObject({ state: "open", decidedByName: null });
  const both = await Promise.all(["A", "B"].map((title) => w.accept(proposal!.id, { revision: 0, title, content: "The 8-inch one." })));
  expect(new Set(both.map(({ body }) => body.proposal.articleId)).size).toBe(1);
  expect((await w.team.list()).body.items).toHaveLength(1);
});

test("an erasure empties proposals and makes no new ones; conversations without the assistant make none", async () => {
  const w = await learning();
  const { visitor, id } = await w.ask(SATURN);
  await w.world.tick();
  await w.reply(id, "The 8-inch one.");
  await w.later();
  const [proposal] = await w.proposals();
  const second = await visitor.open(SATURN);
  await w.world.tick();
  await w.reply(second.body.conversation.id, "The same.");
  await w.world.as(`/api/management/projects/${w.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  await w.later();
  expect(await w.proposals()).toEqual([]);
  expect(
    await w.world.rows("SELECT question, answer, title, content, state FROM learning_proposals WHERE project_id = ?", w.projectId),
  ).toEqual([{ question: "", answer: "", title: "", content: "", state: "erased" }]);
  expect((await w.accept(proposal!.id, { revision: 0, title: "T", content: "c" })).status).toBe(409);
  await w.save({ enabled: false });
  const without = await w.ask();
  await w.reply(without.id, "Hello, 30 days.");
  expect(await w.world.rows("SELECT * FROM jobs WHERE kind = 'assistant_learning.propose' AND payload LIKE ?", `%${without.id}%`)).toEqual(
    [],
  );
});

test("another project's proposal is answered like a missing one", async () => {
  const w = await learning();
  const { id } = await w.ask(SATURN);
  await w.world.tick();
  await w.reply(id, "The 8-inch one.");
  await w.later();
  const [proposal] = await w.proposals();
  const other = await learning();
  expect((await other.text(proposal!.id)).status).toBe(404);
  expect((await other.accept(proposal!.id, { revision: 0, title: "T", content: "c" })).status).toBe(404);
  expect((await other.decide(proposal!.id, "rejected")).status).toBe(404);
  expect(await other.proposals()).toEqual([]);
  expect(await w.proposals()).toHaveLength(1);
});

test("what the assistant could not answer, and nobody within a day, becomes an unanswered question without the customer's details", async () => {
  const w = await learning();
  const asked = "my order 10234: which telescope shows the rings of Saturn? I am Ada Lovelace";
  const open = async () => {
    const { visitor, id } = await w.ask(asked);
    await w.world.rows("UPDATE contacts SET name = 'Ada Lovelace' WHERE id = ?", visitor.contactId);
    return { visitor, id };
  };
  const [left, replied, erased, answered] = [await open(), await open(), await open(), await w.ask("Hello")];
  await left.visitor.postMessage(left.id, "Anybody there?");
  await w.world.tick();
  const questions = () =>
    w.world.rows<{ question: string; source: string; conversation_id: string }>(
      "SELECT question, source, conversation_id FROM help_questions WHERE project_id = ?",
      w.projectId,
    );
  await w.reply(replied.id, "The 8-inch one.");
  await w.world.as(`/api/management/projects/${w.projectId}/contacts/${erased.visitor.contactId}/erase`, { body: {} });
  w.world.clock.advance({ hours: 23 });
  await w.world.tick();
  expect(await questions()).toEqual([]);
  w.world.clock.advance({ hours: 2 });
  for (let i = 0; i < 3; i += 1) await w.world.tick();
  const [gap, ...more] = await questions();
  expect(more).toEqual([]);
  expect(gap).toMatchObject({ source: "assistant", conversation_id: left.id });
  expect(gap?.question).toContain("which telescope shows the rings of Saturn?");
  expect(gap?.question).not.toMatch(/10234|Ada|Anybody/u);
  expect((await w.proposals()).map(({ conversationId }) => conversationId)).toEqual([replied.id]);
  expect(answered.id).not.toBe(left.id);
  // The customer's erasure takes it away.
  await w.world.as(`/api/management/projects/${w.projectId}/contacts/${left.visitor.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    w.world.clock.advance({ minutes: 2 });
    await w.world.tick();
  }
  expect(await questions()).toEqual([]);
});
