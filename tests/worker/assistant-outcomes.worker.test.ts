// How conversations of the assistant end: outcomes, counts, thumbs and flags, erasure, and what other projects see of it.
import { expect, test } from "vitest";
import type { Feedback, OutcomeItem, Report } from "#modules/assistant-outcomes/contract";
import { ANSWER, type AssistantWorld, assistantWorld, handOver, QUESTION } from "./assistant-kit.ts";
import type { Answer, Visitor } from "./world.ts";

interface Row {
  readonly outcome: string;
  readonly reason: string | null;
  readonly due_at: number | null;
  readonly version: number;
}
interface Reporting extends AssistantWorld {
  report(days?: number): Promise<Report>;
  list(query?: string): Promise<{ items: OutcomeItem[]; next: string | null }>;
  row(id: string): Promise<Row | undefined>;
  /** The id of the last message of the assistant. */
  answerOf(id: string): Promise<string>;
  rate(visitor: Visitor, id: string, messageId: string, rating: "up" | "down" | null): Promise<Answer<{ rating: unknown }>>;
  flag(id: string, messageId: string, flag: { reason: string; words: string } | null): Promise<Answer<{ feedback: Feedback }>>;
  /** A conversation that the assistant answered. */
  answered(): Promise<{ visitor: Visitor; id: string; messageId: string }>;
  /** The counts of the days are what the rows say. */
  mustAddUp(): Promise<void>;
}
async function reporting(): Promise<Reporting> {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  const at = `/api/dashboard/projects/${w.projectId}`;
  const made: Reporting = {
    ...w,
    report: async (days = 30) => (await w.world.as<Report>(`${at}/assistant/report?days=${days}`)).body,
    list: async (query = "") => (await w.world.as<{ items: OutcomeItem[]; next: string | null }>(`${at}/assistant/outcomes?${query}`)).body,
    row: async (id) =>
      (await w.world.rows<Row>("SELECT * FROM assistant_outcomes WHERE project_id = ? AND conversation_id = ?", w.projectId, id))[0],
    answerOf: async (id) =>
      (
        await w.world.rows<{ id: string }>(
          "SELECT id FROM messages WHERE project_id = ? AND conversation_id = ? AND author_role = 'assistant' ORDER BY revision DESC LIMIT 1",
          w.projectId,
          id,
        )
      )[0]?.id ?? "",
    rate: (visitor, id, messageId, rating) =>
      visitor.call(`/api/widget/conversations/${id}/messages/${messageId}/rating`, { method: "PUT", body: { rating } }),
    flag: (id, messageId, flag) => w.world.as(`${at}/conversations/${id}/messages/${messageId}/flag`, { method: "PUT", body: { flag } }),
    async answered() {
      w.models.answer({ object: ANSWER });
      const { visitor, id } = await w.ask();
      await w.world.tick();
      return { visitor, id, messageId: await made.answerOf(id) };
    },
    async mustAddUp() {
      const counted = await w.world.rows(
        `SELECT sum(conversations) AS conversations, sum(open) AS open, sum(confirmed) AS confirmed, sum(assumed) AS assumed, sum(escalated) AS escalated, sum(abandoned) AS abandoned,
          sum(reopened) AS reopened, sum(negative) AS negative, sum(cost) AS cost FROM assistant_outcome_days WHERE project_id = ? AND kind = 'all'`,
        w.projectId,
      );
      const rows = await w.world.rows(
        `SELECT count(*) AS conversations, sum(outcome = 'open') AS open, sum(outcome = 'confirmed') AS confirmed, sum(outcome = 'assumed') AS assumed, sum(outcome = 'escalated') AS escalated,
          sum(outcome = 'abandoned') AS abandoned, sum(outcome = 'reopened') AS reopened, sum(outcome = 'negative') AS negative, sum(cost) AS cost FROM assistant_outcomes WHERE project_id = ? AND version > 0`,
        w.projectId,
      );
      expect(counted).toEqual(rows);
    },
  };
  return made;
}

test("an answer without a word more is assumed after a day, reopened when the customer comes back, and final after 72 hours", async () => {
  const w = await reporting();
  const { visitor, id } = await w.answered();
  const quiet = await w.answered();
  expect(await w.row(id)).toMatchObject({ outcome: "open" });
  expect((await w.report()).rates).toBeNull();
  w.world.clock.advance({ hours: 25 });
  await w.world.tick();
  expect(await w.row(id)).toMatchObject({ outcome: "assumed" });
  const { total, rates, topics, sources, languages } = await w.report();
  expect(total).toMatchObject({ conversations: 2, outcomes: { assumed: 2, open: 0 } });
  expect(total.costUsd).toBeGreaterThan(0);
  expect(rates?.resolved).toMatchObject({ share: 1, high: 1 });
  expect(rates?.resolved.low).toBeGreaterThan(0.3);
  expect(topics).toMatchObject([{ source: { title: "Returning a parcel" }, conversations: 2 }]);
  expect(sources).toMatchObject([{ source: { title: "Returning a parcel" }, conversations: 2 }]);
  expect(languages).toMatchObject([{ locale: "en", conversations: 2 }]);
  w.models.answer({ object: ANSWER });
  await visitor.postMessage(id, QUESTION);
  expect(await w.row(id)).toMatchObject({ outcome: "reopened" });
  await w.mustAddUp();
  w.world.clock.advance({ hours: 73 });
  await w.world.tick();
  expect(await w.row(quiet.id)).toMatchObject({ outcome: "assumed", due_at: null });
  await quiet.visitor.postMessage(quiet.id, "One more thing about returning a parcel?");
  expect(await w.row(quiet.id)).toMatchObject({ outcome: "assumed", due_at: null });
  await w.mustAddUp();
});

test("thanks confirm; a person who answers makes it escalated, also within the 72 hours", async () => {
  const w = await reporting();
  const { visitor, id } = await w.answered();
  await visitor.postMessage(id, "Great, thanks!");
  expect(await w.row(id)).toMatchObject({ outcome: "confirmed" });
  await w.world.as(`${w.world.conversations}/${id}/messages`, {
    body: { clientId: crypto.randomUUID(), frontier: await w.world.revision(id), content: "Sorry, it is 14 days for this." },
  });
  expect(await w.row(id)).toMatchObject({ outcome: "escalated", reason: "answered" });
  expect((await w.report()).reasons).toEqual([{ reason: "answered", count: 1 }]);
  await w.mustAddUp();
});

test("a customer who says that it is solved confirms it, and the conversation is closed without another answer; writing again reopens it", async () => {
  const w = await reporting();
  const { visitor, id } = await w.answered();
  await visitor.postMessage(id, "Thanks, that solved it!");
  expect((await w.events(id)).at(-1)).toMatchObject({ kind: "status", actor_role: "assistant", data: '{"status":"closed","until":null}' });
  expect(await w.rounds(id)).toContainEqual(expect.objectContaining({ state: "skipped", reason: "confirmed" }));
  expect(w.models.requests).toHaveLength(1);
  expect(await w.counts()).toEqual([1]);
  await w.world.tick();
  expect(await w.row(id)).toMatchObject({ outcome: "confirmed" });
  w.models.answer({ object: ANSWER });
  await visitor.postMessage(id, `And again: ${QUESTION}`);
  expect(w.models.requests.at(-1)?.text).toContain(`<customer>And again: ${QUESTION}</customer>`);
  await w.world.tick();
  expect(await w.row(id)).toMatchObject({ outcome: "reopened" });
  const { body } = await w.world.as<{ items: { status: string }[] }>(w.world.conversations);
  expect(body.items.map(({ status }) => status)).toEqual(["open"]);
  await w.mustAddUp();
});

test("nothing is closed without an answer, where people answer, or if the guidance says so", async () => {
  const w = await reporting();
  const closed = async (id: string): Promise<boolean> => (await w.events(id)).some(({ kind }) => kind === "status");
  const unanswered = await w.ask("That solved it");
  expect(await closed(unanswered.id)).toBe(false);
  const taken = await w.answered();
  await w.world.as(`${w.world.conversations}/${taken.id}/take-over`, { body: { clientId: crypto.randomUUID() } });
  await taken.visitor.postMessage(taken.id, "That solved it");
  expect(await closed(taken.id)).toBe(false);
  await w.save({ guidance: { closeConfirmed: false } });
  const kept = await w.answered();
  await kept.visitor.postMessage(kept.id, "That solved it");
  expect(await closed(kept.id)).toBe(false);
  expect(await w.rounds(kept.id)).toContainEqual(expect.objectContaining({ state: "skipped", reason: "nothing_asked" }));
  await w.world.tick();
  expect(await w.row(kept.id)).toMatchObject({ outcome: "confirmed" });
});

test("a hand-over is escalated with its reason; taking over and asking for a person too; a stopped round without more is abandoned", async () => {
  const w = await reporting();
  w.models.answer({ object: handOver("I am not sure.") });
  const handed = await w.ask();
  const nothing = await w.ask("which telescope shows the rings of Saturn?");
  const taken = await w.answered();
  await w.world.as(`${w.world.conversations}/${taken.id}/take-over`, { body: { clientId: crypto.randomUUID() } });
  const asked = await w.answered();
  await asked.visitor.call(`/api/widget/conversations/${asked.id}/person`, { body: { clientId: crypto.randomUUID() } });
  await w.world.tick();
  expect(await w.row(handed.id)).toMatchObject({ outcome: "escalated", reason: "model" });
  expect(await w.row(nothing.id)).toMatchObject({ outcome: "escalated", reason: "nothing_fits" });
  expect(await w.row(taken.id)).toMatchObject({ outcome: "escalated", reason: "taken" });
  expect(await w.row(asked.id)).toMatchObject({ outcome: "escalated", reason: "asked" });
  w.models.answer({ object: { kind: "ask_back", sentences: [], question: "Which parcel do you mean?", reason: "" } });
  const left = await w.ask();
  w.world.clock.advance({ hours: 25 });
  await w.world.tick();
  expect(await w.row(left.id)).toMatchObject({ outcome: "abandoned" });
  await w.mustAddUp();
});

test("conversations that the assistant only skipped are not counted, and a project without it stores nothing", async () => {
  const w = await reporting();
  await w.save({ guidance: { share: 0 } });
  await w.ask();
  await w.save({ enabled: false });
  const { id } = await w.ask();
  await w.world.as(`${w.world.conversations}/${id}/take-over`, { body: { clientId: crypto.randomUUID() } });
  await w.world.tick();
  expect(await w.world.rows("SELECT * FROM assistant_outcomes WHERE project_id = ?", w.projectId)).toEqual([]);
  expect(await w.world.rows("SELECT * FROM jobs WHERE kind = 'assistant_outcomes.settle' AND project_id = ?", w.projectId)).toEqual([]);
});

test("a visitor rates answers of their own conversation; the message says so, and the outcome follows", async () => {
  const w = await reporting();
  const { visitor, id, messageId } = await w.answered();
  const ratingIn = async () => {
    const { body } = await visitor.call<{ items: { message?: { id: string; origin: { answer?: { rating?: string } } } }[] }>(
      `/api/widget/conversations/${id}/events`,
    );
    return (body.items ?? []).find(({ message }) => message?.id === messageId)?.message?.origin.answer;
  };
  expect(await ratingIn()).toMatchObject({ translated: false });
  const team = await w.world.socket();
  expect(await w.rate(visitor, id, messageId, "up")).toMatchObject({ status: 200, body: { rating: "up" } });
  expect(await ratingIn()).toMatchObject({ rating: "up" });
  // Open dashboards see it at once.
  expect(await team.until(({ type }) => type === "rated")).toMatchObject({ conversationId: id, messageId, rating: "up" });
  team.socket.close();
  expect(await w.row(id)).toMatchObject({ outcome: "confirmed" });
  const before = await w.row(id);
  await w.rate(visitor, id, messageId, "up");
  expect((await w.row(id))?.outcome).toBe(before?.outcome);
  await w.rate(visitor, id, messageId, "down");
  expect(await w.row(id)).toMatchObject({ outcome: "negative" });
  expect(await w.rate(visitor, id, messageId, null)).toMatchObject({ status: 200, body: { rating: null } });
  expect(await ratingIn()).not.toHaveProperty("rating");
  expect(await w.row(id)).toMatchObject({ outcome: "open" });
  await w.mustAddUp();
  // Not the own message, not another's conversation, not a greeting.
  const [question] = await w.world.rows<{ id: string }>("SELECT id FROM messages WHERE conversation_id = ? AND revision = 1", id);
  expect((await w.rate(visitor, id, question?.id ?? "", "up")).status).toBe(404);
  const stranger = await w.world.visitor();
  expect((await w.rate(stranger, id, messageId, "up")).status).toBe(404);
  const greeted = await w.ask("Hello!");
  expect((await w.rate(greeted.visitor, greeted.id, await w.answerOf(greeted.id), "up")).status).toBe(404);
  expect(await w.world.rows("SELECT * FROM assistant_ratings WHERE project_id = ?", w.projectId)).toEqual([]);
});

test("thumbs are limited, and a refused one changes nothing", async () => {
  const w = await reporting();
  const { visitor, id, messageId } = await w.answered();
  for (let i = 0; i < 60; i += 1) expect((await w.rate(visitor, id, messageId, i % 2 === 0 ? "up" : "down")).status).toBe(200);
  expect(await w.rate(visitor, id, messageId, "up")).toMatchObject({ status: 429, body: { limit: "ratingsPerContactHour" } });
  expect(await w.row(id)).toMatchObject({ outcome: "negative" });
});

test("a member flags an answer with a reason, sees it with the customer's thumb, and takes it back", async () => {
  const w = await reporting();
  const { visitor, id, messageId } = await w.answered();
  await w.rate(visitor, id, messageId, "up");
  const flag = { reason: "outdated", words: "It is 14 days since May." };
  expect(await w.flag(id, messageId, flag)).toMatchObject({
    status: 200,
    body: { feedback: { rating: "up", flag: { ...flag, byName: "Olga" } } },
  });
  expect(await w.row(id)).toMatchObject({ outcome: "negative" });
  const { body } = await w.world.as<{ items: Feedback[] }>(`${w.world.conversations}/${id}/assistant/feedback`);
  expect(body.items).toMatchObject([{ messageId, rating: "up", flag }]);
  expect((await w.list("outcome=negative")).items).toMatchObject([{ conversationId: id, outcome: "negative", final: false }]);
  expect((await w.list("outcome=negative")).items[0]?.roundId).toMatch(/^rnd_/);
  expect(await w.flag(id, messageId, null)).toMatchObject({ status: 200, body: { feedback: { rating: "up", flag: null } } });
  expect(await w.row(id)).toMatchObject({ outcome: "confirmed" });
  await w.mustAddUp();
});

test("twenty thumbs, flags and messages at once leave one outcome whose counts add up", async () => {
  const w = await reporting();
  const { visitor, id, messageId } = await w.answered();
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 3 === 0
        ? w.rate(visitor, id, messageId, i % 2 === 0 ? "up" : "down")
        : i % 3 === 1
          ? w.flag(id, messageId, i % 2 === 0 ? null : { reason: "wrong", words: "" })
          : visitor.postMessage(id, "Thanks!"),
    ),
  );
  await w.world.tick();
  await w.mustAddUp();
  expect((await w.report()).total.conversations).toBe(1);
});

test("the list behind a number is paged, by day, language, document and reason", async () => {
  const w = await reporting();
  const made: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    made.push((await w.answered()).id);
    w.world.clock.advance({ hours: 26 });
    await w.world.tick();
  }
  const { days, topics } = await w.report(7);
  expect(days).toHaveLength(7);
  expect(days.map(({ conversations }) => conversations).filter((n) => n > 0)).toEqual([1, 1, 1]);
  expect((await w.list("days=7")).items.map(({ conversationId }) => conversationId)).toEqual(made.toReversed());
  const day = days.findLast(({ conversations }) => conversations > 0)?.day ?? "";
  expect((await w.list(`day=${day}`)).items.map(({ conversationId }) => conversationId)).toEqual([made[2]]);
  const topic = topics[0]?.source?.documentId ?? "";
  for (const query of [`topic=${topic}`, `source=${topic}`, "locale=en", "outcome=assumed", "outcome=resolved"])
    expect((await w.list(query)).items, query).toHaveLength(3);
  for (const query of ["topic=", "source=kdc_x", "locale=de", "reason=check"]) expect((await w.list(query)).items, query).toEqual([]);
});

test("an erasure empties the words of flags, keeps what had ended, and does not count what had not", async () => {
  const w = await reporting();
  const ended = await w.answered();
  await w.flag(ended.id, ended.messageId, { reason: "wrong", words: "Ada Lovelace got a wrong answer." });
  const open = await w.answered();
  for (const { visitor } of [ended, open]) {
    const { status } = await w.world.as(`/api/management/projects/${w.projectId}/contacts/${visitor.contactId}/erase`, {
      body: {},
    });
    expect(status).toBeLessThan(300);
  }
  for (let i = 0; i < 3; i += 1) {
    w.world.clock.advance({ hours: 25 });
    await w.world.tick();
  }
  expect(await w.world.rows("SELECT reason, words FROM assistant_flags WHERE project_id = ?", w.projectId)).toEqual([
    { reason: "wrong", words: "" },
  ]);
  expect(await w.row(ended.id)).toMatchObject({ outcome: "negative", due_at: null });
  expect(await w.row(open.id)).toBeUndefined();
  expect((await w.report()).total.conversations).toBe(1);
  expect((await w.list()).items).toMatchObject([{ contactName: null, conversationId: ended.id }]);
  await w.mustAddUp();
});

test("another project sees nothing of it", async () => {
  const w = await reporting();
  const { id, messageId } = await w.answered();
  const other = await reporting();
  expect((await other.report()).total.conversations).toBe(0);
  expect((await other.list()).items).toEqual([]);
  expect((await other.flag(id, messageId, { reason: "wrong", words: "" })).status).toBe(404);
  expect((await other.world.as(`${other.world.conversations}/${id}/assistant/feedback`)).status).toBe(404);
  expect(await w.row(id)).toMatchObject({ outcome: "open" });
});
