// Races of a round with everybody else: a person, the customer, an erasure, the ceilings. At most one voice, and exact counts.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LONG } from "./long.ts";
import { KEYS } from "./ai-kit.ts";
import { ANSWER, assistantWorld, type AssistantWorld, QUESTION } from "./assistant-kit.ts";
import type { Visitor } from "./world.ts";

const RACES = LONG ? 200 : 12;
const IS_LONG = RACES > 100;
const timeout = IS_LONG ? 3_600_000 : 240_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** The same spread in every run. */
const spread = (i: number, most: number): number => ((i * 7919) % 997) % (most + 1);

interface Race {
  readonly id: string;
  readonly visitor: Visitor;
  /** The visitor's question, whose round runs while something else happens. */
  readonly asked: Promise<unknown>;
  readonly before: number;
}
/** A conversation in which a round begins: other things happen once its message is stored. */
async function race(w: AssistantWorld, delayMs: number): Promise<Race> {
  w.models.reset();
  w.models.answer({ object: ANSWER, delayMs, always: true });
  const { id, visitor } = await w.ask("Hello");
  const before = await w.world.revision(id);
  const asked = visitor.call(`/api/widget/conversations/${id}/messages`, { body: { clientId: randomUUID(), content: QUESTION } });
  while ((await w.world.revision(id)) === before) await pause(1);
  return { id, visitor, asked, before };
}
/** No ceiling ends the long run. */
const UNLIMITED = { ...KEYS, AI_DAILY_CEILINGS: '{"repliesPerProject":100000,"repliesPerInstallation":100000}' };
async function ready(vars: Record<string, string> = UNLIMITED): Promise<AssistantWorld> {
  const w = await assistantWorld(vars);
  await w.save({ guidance: { mostRounds: 50 } });
  await w.choose();
  return w;
}
/** What was said since the question, by role. */
const since = async (w: AssistantWorld, { id, before }: Race): Promise<string[]> =>
  (
    await w.world.rows<{ role: string }>(
      "SELECT author_role AS role FROM messages WHERE conversation_id = ? AND revision > ? AND kind = 'message' ORDER BY revision",
      id,
      before,
    )
  ).map(({ role }) => role);
const openRounds = (w: AssistantWorld) =>
  w.world.rows("SELECT id FROM assistant_rounds WHERE project_id = ? AND ended_at IS NULL", w.projectId);
const exactCounts = async (w: AssistantWorld): Promise<void> => {
  const [sent] = await w.world.rows<{ n: number }>(
    "SELECT count(*) AS n FROM assistant_rounds WHERE project_id = ? AND state IN ('sent', 'asked_back', 'declined')",
    w.projectId,
  );
  const [counted] = await w.world.rows<{ n: number }>(
    "SELECT coalesce(sum(n), 0) AS n FROM abuse_counters WHERE key = ?",
    `repliesPerProject:${w.projectId}`,
  );
  expect(counted?.n).toBe(sent?.n);
};

test("a person answers 0 to 50 ms around the assistant: one voice, and a person always wins or is told", { timeout }, async () => {
  const w = await ready();
  const first: Record<string, number> = {};
  // A slow machine lets one side win all of them: then whoever has not won yet gets more and more time.
  const missing = (who: string): boolean => first[who] === undefined;
  for (let i = 0; i < RACES || (i < RACES + 20 && (missing("assistant") || missing("operator"))); i += 1) {
    const more = Math.max(0, i + 1 - RACES) * 50;
    const one = await race(w, spread(i, 50) + (missing("operator") ? more : 0));
    await pause(spread(i * 3, 50) + (missing("assistant") ? more : 0));
    const frontier = await w.world.revision(one.id);
    const reply = await w.world.as(`${w.world.conversations}/${one.id}/messages`, {
      body: { clientId: randomUUID(), content: "I am Olga.", frontier },
    });
    await one.asked;
    const said = (await since(w, one)).filter((role) => role !== "visitor");
    if (reply.status === 409) expect(said).toEqual(["assistant"]);
    else if (said.length === 2) {
      // The person had seen the answer of the assistant and added to it.
      expect(said).toEqual(["assistant", "operator"]);
    } else expect(said).toEqual(["operator"]);
    first[said[0] ?? ""] = (first[said[0] ?? ""] ?? 0) + 1;
  }
  expect(await openRounds(w)).toEqual([]);
  await exactCounts(w);
  // Both happened, or this was no race.
  expect(Object.keys(first).toSorted()).toEqual(["assistant", "operator"]);
});

test("stop against finish, take-over against send: nothing is said after either", { timeout }, async () => {
  const w = await ready();
  const outcomes = new Set<string>();
  // As above: on a slow machine whichever end is missing gets more and more time.
  const missing = (end: string): boolean => ![...outcomes].some((outcome) => outcome.endsWith(end));
  for (let i = 0; i < RACES || (i < RACES + 20 && (missing("sent") || missing("stopped"))); i += 1) {
    const more = Math.max(0, i + 1 - RACES) * 50;
    const one = await race(w, spread(i, 40) + (missing("stopped") ? more : 0));
    await pause(spread(i * 3, 45) + (missing("sent") ? more : 0));
    const takes = i % 2 === 0;
    const path = `${w.world.conversations}/${one.id}`;
    const at = takes
      ? await w.world.as<{ event?: { revision: number } }>(`${path}/take-over`, { body: { clientId: randomUUID() } })
      : await one.visitor.call<{ event?: { revision: number } }>(`/api/widget/conversations/${one.id}/assistant/stop`, { body: {} });
    await one.asked;
    const said = (await since(w, one)).filter((role) => role !== "visitor");
    // The other one answered the greeting. Ids of one millisecond have no order.
    const round = (await w.rounds(one.id)).find(({ state }) => state !== "asked_back");
    expect(said.length).toBe(round?.["state"] === "sent" ? 1 : 0);
    if (takes && at.status === 201) {
      const later = await w.world.rows(
        "SELECT 1 FROM messages WHERE conversation_id = ? AND author_role = 'assistant' AND revision > ?",
        one.id,
        at.body.event?.revision ?? 0,
      );
      expect(later).toEqual([]);
    }
    outcomes.add(`${takes ? "take" : "stop"} ${String(round?.["state"])}`);
  }
  expect(await openRounds(w)).toEqual([]);
  await exactCounts(w);
  // Both ends happened; in the long run each of them to both.
  const ends = [...outcomes].toSorted();
  expect(ends).toEqual(
    expect.arrayContaining(
      RACES < 100
        ? [expect.stringContaining("sent"), expect.stringContaining("stopped")]
        : ["stop sent", "stop stopped", "take sent", "take stopped"],
    ),
  );
});

test("the customer keeps writing: never two answers in a row, and the last message is answered", { timeout }, async () => {
  const w = await ready();
  for (let i = 0; i < (IS_LONG ? RACES : RACES / 2); i += 1) {
    const one = await race(w, spread(i, 30));
    await pause(spread(i * 3, 40));
    const more = one.visitor.call(`/api/widget/conversations/${one.id}/messages`, {
      body: { clientId: randomUUID(), content: `And again: ${QUESTION}` },
    });
    await Promise.all([one.asked, more]);
    const said = (await w.messages(one.id)).map(({ role }) => role);
    expect(said.at(-1)).toBe("assistant");
    expect(said.some((role, at) => role === "assistant" && said[at - 1] === "assistant")).toBe(false);
  }
  expect(await openRounds(w)).toEqual([]);
  await exactCounts(w);
});

test("an erasure against every state of a round leaves no text", { timeout }, async () => {
  const w = await ready();
  for (let i = 0; i < (IS_LONG ? RACES : RACES / 4); i += 1) {
    const one = await race(w, spread(i, 30));
    await pause(spread(i * 3, 40));
    const erased = await w.world.as(`/api/management/projects/${w.projectId}/contacts/${one.visitor.contactId}/erase`, { body: {} });
    expect(erased.status).toBeLessThan(300);
    await one.asked;
    for (let k = 0; k < 3; k += 1) {
      w.world.clock.advance({ minutes: 2 });
      await w.world.tick();
    }
    expect(await w.world.rows("SELECT 1 FROM messages WHERE conversation_id = ? AND content <> ''", one.id)).toEqual([]);
    expect(await w.world.rows("SELECT 1 FROM assistant_traces WHERE conversation_id = ?", one.id)).toEqual([]);
  }
  expect(await openRounds(w)).toEqual([]);
});

test("50 rounds at once at a ceiling of 7: exactly 7 answers, and 43 messages that say so", { timeout: timeout * 3 }, async () => {
  const w = await ready({ ...KEYS, AI_DAILY_CEILINGS: '{"repliesPerProject":7}' });
  for (let i = 0; i < (IS_LONG ? RACES : 1); i += 1) {
    w.models.reset();
    w.models.answer({ object: ANSWER, always: true, delayMs: spread(i, 30) });
    const asked = await Promise.all(Array.from({ length: 50 }, () => w.ask()));
    const said = await Promise.all(asked.map(async ({ id }) => (await w.events(id)).map(({ kind }) => kind)));
    expect(said.filter((kinds) => kinds.filter((kind) => kind === "message").length === 2)).toHaveLength(7);
    expect(said.filter((kinds) => kinds.includes("ai_skipped"))).toHaveLength(43);
    expect(await w.counts()).toEqual([7]);
    expect(await openRounds(w)).toEqual([]);
    if (IS_LONG && i % 20 === 19) console.info(`${i + 1} races at the ceiling`);
    // The next race is on another day.
    w.world.clock.advance({ minutes: 24 * 60 });
  }
  await exactCounts(w);
});
