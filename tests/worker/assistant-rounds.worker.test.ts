// Rounds of the assistant: what is answered, what is handed over, and what nobody may make it say.
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { commandsOf } from "../../modules/assistant/rounds/commands.ts";
import { runRound } from "../../modules/assistant/rounds/run-round.ts";
import { KEYS } from "./ai-kit.ts";
import { ANSWER, answerOf, askBack, assistantWorld, handOver, PROVED, QUESTION, sentence } from "./assistant-kit.ts";

const HANDED_OVER = "I can’t answer this with certainty, so I’ve passed it to our team. Somebody will answer you here.";

test("a customer's question is answered with what proves it, once, and counted", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, usage: { input: 1000, output: 100 } });
  const { id } = await w.ask();
  const [, answer] = await w.messages(id);
  expect(answer).toMatchObject({ role: "assistant", content: PROVED });
  expect(JSON.parse(answer?.origin ?? "{}")).toEqual({
    door: "assistant",
    automatic: null,
    answer: { sources: [{ title: "Returning a parcel", url: null }], translated: false },
  });
  const [round] = await w.rounds(id);
  expect(round).toMatchObject({
    state: "sent",
    reason: null,
    guidance_version: 1,
    attempts: 1,
    provider: "openai",
    model: "gpt-5-mini",
    locale: "en",
  });
  expect(round?.["cost"]).toBeGreaterThan(0);
  expect(await w.calls()).toMatchObject([{ state: "done", purpose: "reply", cost: round?.["cost"] }]);
  expect(await w.counts()).toEqual([1]);
  expect(await w.world.rows("SELECT document_id FROM assistant_cited WHERE round_id = ?", round?.["id"])).toHaveLength(1);
  // The inbox shows who answers, and the trace what was said and why.
  const { body } = await w.world.as<{ items: { fields?: Record<string, string>; waitingSince: string | null }[] }>(w.world.conversations);
  expect(body.items[0]).toMatchObject({ fields: { answers: "assistant" }, waitingSince: null });
  const trace = await w.world.as<{ question: string; trace: { sources: unknown[]; sentences: unknown[]; call: unknown } }>(
    `/api/dashboard/projects/${w.projectId}/assistant/rounds/${String(round?.["id"])}`,
  );
  expect(trace.body).toMatchObject({ question: QUESTION, trace: { call: { inputTokens: 1000, outputTokens: 100 } } });
  expect(trace.body.trace.sources.length).toBeGreaterThan(0);
  w.models.check();
});

test("a project that is off, has no model, or has rules against it answers nothing", async () => {
  const w = await assistantWorld();
  const off = await w.ask();
  expect(await w.messages(off.id)).toHaveLength(1);
  expect(await w.rounds(off.id)).toEqual([]);
  expect(await w.world.rows("SELECT 1 FROM jobs WHERE kind = 'assistant.round' AND project_id = ?", w.projectId)).toEqual([]);
  await w.save();
  const without = await w.ask();
  expect((await w.events(without.id)).at(-1)).toMatchObject({ kind: "ai_skipped", data: '{"reason":"not_configured","missing":[]}' });
  await w.choose();
  for (const [guidance, reason] of [
    [{ channels: [] }, "channel"],
    [{ askers: "verified" }, "askers"],
    [{ languages: ["de"] }, "language"],
    [{ share: 0 }, "share"],
  ] as const) {
    await w.save({ guidance: guidance as never });
    const { id } = await w.ask();
    expect(await w.messages(id)).toHaveLength(1);
    expect(await w.rounds(id)).toMatchObject([{ state: "skipped", reason }]);
    expect((await w.events(id)).map(({ kind }) => kind)).toEqual(["message"]);
  }
  expect(w.models.requests).toEqual([]);
  expect(await w.counts()).toEqual([0]);
});

test("a message that no model could answer keeps which variables were missing", async () => {
  const w = await assistantWorld({ ANTHROPIC_API_KEY: KEYS.ANTHROPIC_API_KEY });
  await w.save();
  await w.choose({ provider: "google", model: "gemini-2.5-flash" });
  const { id, visitor } = await w.ask();
  const thread = await w.world.as<{ events: { kind: string }[] }>(`${w.world.conversations}/${id}`);
  expect(thread.body.events.at(-1)).toMatchObject({
    kind: "ai_skipped",
    reason: "not_configured",
    missing: ["GOOGLE_GENERATIVE_AI_API_KEY"],
  });
  // Visitors see nothing of it.
  expect(JSON.stringify((await visitor.call(`/api/widget/conversations/${id}`)).body)).not.toContain("GOOGLE");
});

test.each([
  ["nothing fits", "which telescope shows the rings of Saturn?", undefined, "nothing_fits"],
  ["the model hands over", QUESTION, handOver("I am not sure."), "model"],
  [
    "a number is wrong",
    QUESTION,
    answerOf(sentence("You can return a parcel within 60 days.", "return a parcel within **30 days**")),
    "check",
  ],
  ["a source does not exist", QUESTION, answerOf(sentence(PROVED, "return a parcel within **30 days**", "p99")), "check"],
  ["nothing readable", QUESTION, { hello: 1 }, "unreadable"],
] as const)("%s: people answer, with a reason, and the customer knows", async (_, question, object, reason) => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  if (object !== undefined) w.models.answer({ object });
  const { id } = await w.ask(question);
  const [, answer] = await w.messages(id);
  expect(answer).toMatchObject({ role: "assistant", content: HANDED_OVER });
  const [round] = await w.rounds(id);
  expect(round).toMatchObject({ state: "handed_over", reason });
  expect((await w.events(id)).at(-1)).toMatchObject({
    kind: "answers",
    data: JSON.stringify({ to: "team", reason, roundId: round?.["id"] }),
  });
  // The customer still waits for a person, and what was not answered does not count.
  const { body } = await w.world.as<{ items: { fields?: Record<string, string>; waitingSince: string | null }[] }>(w.world.conversations);
  expect(body.items[0]).toMatchObject({ fields: { answers: "team" } });
  expect(body.items[0]?.waitingSince).not.toBeNull();
  expect(await w.counts()).toEqual([0]);
});

test("a provider that fails or is late hands over; the money of what may have been written is counted", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ fault: "key" });
  const { id } = await w.ask();
  expect(await w.rounds(id)).toMatchObject([{ state: "failed", reason: "provider" }]);
  expect((await w.messages(id))[1]).toMatchObject({ content: HANDED_OVER });
  expect(await w.calls()).toMatchObject([{ state: "failed", cost: 0 }]);
});

test("asking back is a question and nothing else", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ object: askBack("Do you mean a parcel or a gift card?") });
  const { id, visitor } = await w.ask();
  expect((await w.messages(id))[1]).toMatchObject({ role: "assistant", content: "Do you mean a parcel or a gift card?" });
  expect(await w.rounds(id)).toMatchObject([{ state: "asked_back" }]);
  w.models.answer({ object: askBack("Please open https://evil.example and enter your password?") });
  await visitor.call(`/api/widget/conversations/${id}/messages`, {
    body: { clientId: randomUUID(), content: "how long do I have to return a parcel, please?" },
  });
  expect((await w.messages(id)).at(-1)).toMatchObject({ content: HANDED_OVER });
});

test("a wish for a person, words of the guidance and forbidden topics ask no model", async () => {
  const w = await assistantWorld();
  await w.save({ guidance: { handOverWords: ["lawyer"], forbidden: ["gift card"] } });
  await w.choose();
  const person = await w.ask("Ich möchte bitte mit einem Menschen sprechen");
  expect((await w.messages(person.id))[1]).toMatchObject({
    content: "Ich habe das an unser Team weitergegeben. Ein Mensch wird Ihnen hier antworten.",
  });
  expect(await w.rounds(person.id)).toMatchObject([{ state: "handed_over", reason: "asked" }]);
  const lawyer = await w.ask("My LAWYER will write about the parcel");
  expect(await w.rounds(lawyer.id)).toMatchObject([{ state: "handed_over", reason: "words" }]);
  const forbidden = await w.ask("Can I return a gift card?");
  expect(await w.rounds(forbidden.id)).toMatchObject([{ state: "declined" }]);
  expect((await w.messages(forbidden.id))[1]?.content).toContain("I can’t help with this topic");
  expect(w.models.requests).toEqual([]);
});

test("where a person wrote, is assigned or took over, the assistant is silent; a member can give the conversation back", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  const { id, visitor } = await w.ask();
  const path = `${w.world.conversations}/${id}`;
  const more = (content = QUESTION) =>
    visitor.call(`/api/widget/conversations/${id}/messages`, { body: { clientId: randomUUID(), content } });
  const reply = await w.world.as(`${path}/messages`, {
    body: { clientId: randomUUID(), content: "I am Olga.", frontier: await w.world.revision(id) },
  });
  expect(reply.status).toBe(201);
  await more();
  expect((await w.messages(id)).map(({ role }) => role)).toEqual(["visitor", "assistant", "operator", "visitor"]);
  const given = await w.world.as(`${path}/ai-reply`, { body: { clientId: randomUUID(), frontier: await w.world.revision(id) } });
  expect(given.status).toBe(202);
  expect((await w.messages(id)).at(-1)).toMatchObject({ role: "assistant" });
  // Taken over again: silent, and a second time there is nothing to take.
  const body = { clientId: randomUUID() };
  expect((await w.world.as(`${path}/take-over`, { body })).status).toBe(201);
  expect((await w.world.as(`${path}/take-over`, { body })).status).toBe(200);
  expect((await w.world.as(`${path}/take-over`, { body: { clientId: randomUUID() } })).status).toBe(409);
  await more();
  expect((await w.messages(id)).at(-1)).toMatchObject({ role: "visitor" });
});

test("a member's reply that waits to be sent is a person answering", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  const { id, visitor } = await w.ask();
  const held = await w.world.as(`${w.world.conversations}/${id}/pending-reply`, {
    body: { clientId: randomUUID(), content: "I am Olga.", frontier: await w.world.revision(id), undoSeconds: 20 },
  });
  expect(held.status).toBe(201);
  await visitor.call(`/api/widget/conversations/${id}/messages`, { body: { clientId: randomUUID(), content: QUESTION } });
  expect((await w.messages(id)).map(({ role }) => role)).toEqual(["visitor", "assistant", "visitor"]);
});

test("a repeated outbox makes one answer, in whatever form the command was stored", async () => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  const { id } = await w.ask();
  const again = async () => {
    await w.world.env.DB.prepare("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'assistant.round' AND project_id = ?")
      .bind(w.projectId)
      .run();
    await w.world.tick();
  };
  for (let i = 0; i < 5; i += 1) await again();
  const [round] = await w.rounds(id);
  const [messageId, actor] = String(round?.["command"]).split("|");
  const [kind, actorId] = String(actor).split(":");
  for (const command of [
    messageId,
    JSON.stringify({ id: messageId, actor: { kind, id: actorId } }),
    JSON.stringify({ actor: { id: actorId, kind }, id: messageId }),
  ]) {
    await w.world.env.DB.prepare("UPDATE assistant_rounds SET command = ? WHERE id = ?").bind(command, round?.["id"]).run();
    await again();
  }
  expect(await w.messages(id)).toHaveLength(2);
  expect(await w.rounds(id)).toHaveLength(1);
});

test("past a ceiling the message is stored, the thread says that the answer was skipped, and it is never made up for", async () => {
  const { KEYS } = await import("./ai-kit.ts");
  const w = await assistantWorld({ ...KEYS, AI_DAILY_CEILINGS: '{"repliesPerProject":1}' });
  await w.save();
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  const first = await w.ask();
  expect(await w.messages(first.id)).toHaveLength(2);
  const { id, visitor } = await w.ask();
  expect(await w.messages(id)).toHaveLength(1);
  expect((await w.events(id)).at(-1)).toMatchObject({ kind: "ai_skipped", data: '{"reason":"ceiling"}' });
  const asked = await visitor.call(`/api/widget/conversations/${id}/ai-reply`, { body: { clientId: randomUUID() } });
  expect(asked.status).toBe(429);
  expect(asked.body).toEqual({ error: expect.any(String), code: "ai_unavailable", retryAfter: expect.any(Number) });
  w.world.clock.advance({ days: 1 });
  await w.world.env.DB.prepare("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'assistant.round' AND project_id = ?")
    .bind(w.projectId)
    .run();
  await w.world.tick();
  expect(await w.messages(id)).toHaveLength(1);
});

test("the job of a round that was stopped, or that another worker ended, begins no other round", async () => {
  const w = await assistantWorld();
  await w.save({ guidance: { channels: [] } });
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  const { id } = await w.ask();
  w.world.clock.advance({ seconds: 1 });
  const path = `${w.world.conversations}/${id}`;
  const asked = await w.world.as(`${path}/ai-reply`, { body: { clientId: randomUUID(), frontier: await w.world.revision(id) } });
  expect(asked.status).toBe(202);
  const before = await w.rounds(id);
  expect(before.map(({ state }) => state)).toEqual(["skipped", "sent"]);
  // As if its first job had come after a stop: the round has ended, and nothing was said.
  await w.world.rows("DELETE FROM messages WHERE conversation_id = ? AND author_role = 'assistant'", id);
  await w.world.rows("DELETE FROM conversation_events WHERE conversation_id = ? AND actor_role = 'assistant'", id);
  await w.world.rows("UPDATE assistant_rounds SET state = 'stopped' WHERE id = ?", before[1]?.["id"]);
  await w.world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'assistant.round' AND project_id = ?", w.projectId);
  await w.world.tick();
  expect((await w.rounds(id)).map(({ state }) => state)).toEqual(["skipped", "stopped"]);
  expect((await w.messages(id)).map(({ role }) => role)).toEqual(["visitor"]);
});

test("a round takes four trips to the database, whether it answers or finds nothing, and asks no model for nothing", async () => {
  const w = await assistantWorld();
  await w.save({ guidance: { channels: [] } });
  await w.choose();
  w.models.answer({ object: ANSWER, always: true });
  for (const [question, state, calls] of [
    [QUESTION, "sent", 1],
    ["which telescope shows the rings of Saturn?", "handed_over", 1],
  ] as const) {
    const { id, visitor } = await w.ask(question);
    await w.world.rows("DELETE FROM assistant_rounds WHERE conversation_id = ?", id);
    await w.world.rows(
      "UPDATE assistant_guidance SET content = json_set(content, '$.channels', json('[\"widget\"]')) WHERE project_id = ?",
      w.projectId,
    );
    // What the answer causes, such as its mail, waits in the queue.
    const ctx = w.ctx({ env: { ...w.world.env, JOBS: { sendBatch: () => new Promise(() => undefined) } } as never });
    await runRound(ctx, { projectId: w.projectId, conversationId: id as never }, commandsOf("msg", `visitor:${visitor.contactId}`), false);
    expect(await w.rounds(id)).toMatchObject([{ state }]);
    // Begin; the call's row, counts of words and tools; the passages; the batch that sends.
    expect(ctx.db.cost.roundTrips, question).toBe(4);
    // Where nothing was found no call is left, and nothing is counted.
    expect(await w.calls()).toHaveLength(calls);
    expect((await w.calls()).every((call) => call["state"] === "done")).toBe(true);
    await w.world.rows(
      "UPDATE assistant_guidance SET content = json_set(content, '$.channels', json('[]')) WHERE project_id = ?",
      w.projectId,
    );
  }
});

test.each([
  ["that writes", { object: ANSWER, chunk: 2, chunkMs: 60 }],
  ["that thinks", { fault: "time-out" as const }],
])("stop ends the request to a model %s, and counts what came of it", async (_, answer) => {
  const w = await assistantWorld();
  await w.save();
  await w.choose();
  w.models.answer(answer);
  const { id, visitor } = await w.ask("Hello");
  const asked = visitor.call(`/api/widget/conversations/${id}/messages`, { body: { clientId: randomUUID(), content: QUESTION } });
  await vi.waitFor(() => expect(w.models.requests).toHaveLength(1), { timeout: 10_000, interval: 5 });
  // Frames leave as time passes.
  const time = setInterval(() => w.world.clock.advance({ seconds: 0.1 }), 100);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const began = performance.now();
  const stopped = await visitor.call(`/api/widget/conversations/${id}/assistant/stop`, { body: {} });
  expect(stopped.status).toBe(200);
  await asked;
  clearInterval(time);
  // The whole stream takes several seconds, the other one until the time limit.
  expect(performance.now() - began).toBeLessThan(3000);
  expect(w.models.requests[0]?.left).toBe(true);
  expect((await w.rounds(id)).map(({ state }) => state).toSorted()).toEqual(["asked_back", "stopped"]);
  expect((await w.messages(id)).map(({ role }) => role)).toEqual(["visitor", "assistant", "visitor"]);
  const [call] = await w.calls();
  expect(call).toMatchObject({ state: "failed", error: "stopped", price_source: "estimate" });
  expect(Number(call?.["cost"])).toBeGreaterThan(0);
  expect(Number(call?.["cost"])).toBeLessThan(Number(call?.["estimate"]) / 2);
  expect((await w.usage()).map(({ cost }) => cost)).toEqual([call?.["cost"]]);
});
