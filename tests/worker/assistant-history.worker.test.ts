// Long conversations and images: what a round shows its model fits into its window, nothing gets lost, and neither proves anything.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PNG } from "../support/people.ts";
import type { Asked } from "../doubles/models/index.ts";
import { ANSWER, answerOf, askBack, assistantWorld, type AssistantWorld, handOver, QUESTION, sentence } from "./assistant-kit.ts";
import { write } from "./knowledge-kit.ts";
import type { Visitor } from "./world.ts";

const isSummary = ({ instructions }: Asked): boolean => instructions.startsWith("You keep the summary");
const UNSEEN = "I can’t see images, so I’ve passed this to our team. Somebody will answer you here.";
const say = (visitor: Visitor, id: string, content: string, attachments: string[] = []) =>
  visitor.call(`/api/widget/conversations/${id}/messages`, { body: { clientId: randomUUID(), content, attachments } });
const summaries = (w: AssistantWorld) =>
  w.world.rows<{ content: string; up_to: number }>("SELECT * FROM assistant_summaries WHERE project_id = ?", w.projectId);

async function talk(rules = {}) {
  const w = await assistantWorld();
  await w.save({ guidance: { mostRounds: 50, ...rules } });
  await w.choose();
  let written = 0;
  w.models.answer((asked) => (isSummary(asked) ? { text: `canary-summary ${(written += 1)}: they have order 4711.` } : { object: ANSWER }));
  return w;
}

test("a long conversation has a running summary: nothing is lost, everything fits, and it proves nothing", async () => {
  const w = await talk();
  const { id, visitor } = await w.ask();
  const marks = Array.from({ length: 24 }, (_, n) => `fact${String(n).padStart(2, "0")}`);
  for (const mark of marks) {
    w.world.clock.advance({ seconds: 20 });
    expect((await say(visitor, id, `${mark} ${`${QUESTION} `.repeat(20)}`)).status).toBe(201);
  }
  const asks = w.models.requests.filter((one) => !isSummary(one));
  const summaryCalls = w.models.requests.filter(isSummary);
  expect(summaryCalls.length).toBeGreaterThan(2);
  // Far fewer than rounds: each one leaves room for some messages.
  expect(summaryCalls.length).toBeLessThan(12);
  expect(asks).toHaveLength(25);
  for (const { text } of asks) expect(/<earlier>[\s\S]*<\/earlier>/u.exec(text)?.[0].length ?? 0).toBeLessThan(9000);
  const last = asks.at(-1)!;
  expect(last.text).toContain(`<summary>canary-summary ${summaryCalls.length}`);
  expect(last.text).not.toContain("fact00");
  // Each message was shown to the model that wrote the summary, or is shown as it is.
  for (const mark of marks)
    expect(
      [last, ...summaryCalls].some(({ text }) => text.includes(mark)),
      mark,
    ).toBe(true);
  // Each call continues the summary before it, with what came since.
  for (const [i, { text }] of summaryCalls.entries()) {
    if (i > 0) expect(text).toContain(`<summary>canary-summary ${i}`);
    for (const earlier of summaryCalls.slice(0, i)) {
      const first = /fact\d\d/u.exec(earlier.text)?.[0] ?? "none";
      expect(text).not.toContain(first);
    }
  }
  // The trace of the last answer shows the summary that the model saw, and that of the first none.
  const rounds = await w.rounds(id);
  const traceOf = async (n: number) =>
    (
      await w.world.as<{ trace: { summary?: string } }>(
        `/api/dashboard/projects/${w.projectId}/assistant/rounds/${String(rounds.at(n)?.["id"])}`,
      )
    ).body.trace;
  expect((await traceOf(-1)).summary).toContain(`canary-summary ${summaryCalls.length}`);
  expect(await traceOf(0)).not.toHaveProperty("summary");
  expect(await summaries(w)).toHaveLength(1);
  expect((await w.usage()).find(({ purpose }) => purpose === "context")).toMatchObject({ calls: summaryCalls.length, failed: 0 });

  // A model that cites it is refused.
  w.models.reset();
  w.models.answer({ object: answerOf(sentence("You have order 4711.", "they have order 4711", "summary")), always: true });
  w.world.clock.advance({ seconds: 20 });
  await say(visitor, id, QUESTION);
  expect((await w.rounds(id)).at(-1)).toMatchObject({ state: "handed_over", reason: "check" });

  // It goes with the contact, and a job that comes later writes none.
  await w.world.as(`/api/management/projects/${w.projectId}/contacts/${visitor.contactId}/erase`, { body: {} });
  for (let i = 0; i < 3; i += 1) {
    w.world.clock.advance({ minutes: 2 });
    await w.world.tick();
  }
  expect(await summaries(w)).toEqual([]);
  w.models.reset();
  w.models.answer({ text: "canary-late", always: true });
  await w.world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'assistant.summary' AND project_id = ?", w.projectId);
  await w.world.tick();
  expect(await summaries(w)).toEqual([]);
});

test("a failed summary is asked for again by the next round, and many short messages have one too", async () => {
  const w = await talk();
  w.models.reset();
  let fails = true;
  w.models.answer((asked) => (isSummary(asked) ? (fails ? { fault: "key" } : { text: "They count." }) : { object: ANSWER }));
  const { id, visitor } = await w.ask();
  for (let n = 0; n < 16; n += 1) {
    w.world.clock.advance({ seconds: 20 });
    await say(visitor, id, `${n} ${QUESTION}`);
  }
  expect(w.models.requests.some(isSummary)).toBe(true);
  expect(await summaries(w)).toEqual([]);
  fails = false;
  await say(visitor, id, QUESTION);
  expect(await summaries(w)).toMatchObject([{ content: "They count." }]);
  expect((await w.rounds(id)).every(({ state }) => state === "sent")).toBe(true);
});

test("a small window bounds passages, messages and answer", async () => {
  const w = await talk();
  await w.choose({ provider: "openai", model: "gpt-4" });
  w.models.reset();
  w.models.answer((asked) => (isSummary(asked) ? { text: "They ask." } : { object: askBack("Which parcel do you mean?") }));
  await write(w.world, {
    long: {
      title: "Returning a parcel by post",
      content: Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\nReturn a parcel. ${"Long words follow here. ".repeat(60)}`).join(
        "\n\n",
      ),
    },
  });
  const { id, visitor } = await w.ask();
  for (let n = 0; n < 5; n += 1) await say(visitor, id, `${QUESTION} `.repeat(20));
  const asks = w.models.requests.filter((one) => !isSummary(one));
  expect(asks.length).toBeGreaterThan(4);
  for (const { text, instructions, maxTokens = 0 } of asks) {
    expect(maxTokens).toBeGreaterThan(500);
    expect((text.length + instructions.length) / 3 + maxTokens).toBeLessThan(8192);
  }
});

test("images go to a model that reads them; otherwise the customer learns that nobody saw them, and people answer", async () => {
  const w = await talk();
  const ask = async (content: string): Promise<string> => {
    const visitor = await w.world.visitor();
    const file = (await visitor.upload("screen.png", PNG)).body.file.id;
    return (await visitor.open(content, { attachments: [file] })).body.conversation.id;
  };
  const seen = await ask(QUESTION);
  expect(w.models.requests.map(({ images }) => images)).toEqual([["image/png"]]);
  expect(await w.rounds(seen)).toMatchObject([{ state: "sent" }]);
  // What is counted at most is near to what an image costs, not to the length of its bytes.
  expect(Number((await w.calls())[0]?.["estimate"])).toBeLessThan(50_000);
  // Images alone have no question to search with.
  const alone = await ask("");
  expect((await w.messages(alone)).at(-1)?.content).toContain("I can’t answer this with certainty");

  // The owner's test says that this server's model reads none.
  await w.world.rows("INSERT INTO ai_model_tests VALUES (?, 'openai', 'gpt-5-mini', 1, 1, 1, 0)", w.projectId);
  w.models.reset();
  w.models.answer({ object: handOver("It depends on the image.") }, { object: ANSWER });
  const unseen = await ask(QUESTION);
  expect(w.models.requests.map(({ images }) => images)).toEqual([[]]);
  expect(w.models.requests[0]?.instructions).toContain("images that you can't see");
  expect((await w.messages(unseen)).at(-1)).toMatchObject({ content: UNSEEN });
  expect(await w.rounds(unseen)).toMatchObject([{ state: "handed_over", reason: "model" }]);
  // Where the answer does not depend on it, it is answered.
  expect(await w.rounds(await ask(QUESTION))).toMatchObject([{ state: "sent" }]);
  await w.choose({ provider: "groq", model: "llama-3.3-70b-versatile" });
  expect((await w.messages(await ask(""))).at(-1)).toMatchObject({ content: UNSEEN });
  // Nobody asked anything about an image that fits nothing.
  expect((await w.messages(await ask("What is wrong with the telescope here?"))).at(-1)).toMatchObject({ content: UNSEEN });
});
