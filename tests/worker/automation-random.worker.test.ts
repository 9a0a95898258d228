// Random sets of rules with all actions over random events: they end, and no reply or notification follows from automatic mail or goes on for ever.
import { expect, test } from "vitest";
import { LONG } from "./long.ts";
import { join } from "./triage-kit.ts";
import { makeWorld } from "./world.ts";

/** The short run takes the first ones of the long run. */
const SETS = LONG ? 24 : 6;
/** Seeded, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const HOUR = 3_600_000;
/** What visitors write is marked as inbound mail marks what a program wrote. */
const MARKS = [
  `CREATE TRIGGER test_message AFTER INSERT ON messages WHEN NEW.author_role = 'visitor' BEGIN
    UPDATE messages SET origin = json_set(origin, '$.automatic', json('{"reasons":[]}')) WHERE id = NEW.id; END`,
  `CREATE TRIGGER test_conversation AFTER UPDATE OF preview_role ON conversations WHEN NEW.preview_role = 'visitor' BEGIN
    UPDATE conversations SET preview_automatic = 1 WHERE id = NEW.id; END`,
];

test("random rules end within the guard, and nothing is sent or told because of automatic mail", { timeout: 240_000 }, async () => {
  const limits = { conversationsPerIpHour: 100_000, conversationsPerProjectHour: 100_000, conversationsPerContactHour: 10_000 };
  const world = await makeWorld({
    vars: { RATE_LIMITS: JSON.stringify({ ...limits, widgetSessionsPerIpHour: 100_000, widgetSessionsPerProjectHour: 100_000 }) },
  });
  const tom = await join(world);
  const next = random(20_261_130);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const step = () =>
    pick([
      { action: "reply", value: { text: "We are back on Monday." } },
      { action: "notify", value: { assignee: next() < 0.5, members: [tom.accountId], teams: [] } },
      { action: "status", value: { status: "closed", hours: null } },
      { action: "status", value: { status: "open", hours: null } },
      { action: "priority", value: { priority: pick(["high", "urgent"]) } },
      { action: "assign", value: { assigneeId: pick([tom.accountId, null]) } },
    ]);
  const at = `/api/management/projects/${world.projectId}/automation-rules`;
  let [sent, told] = [0, 0];
  for (let set = 0; set < SETS; set += 1) {
    for (const table of ["automation_rules", "automation_progress", "automation_runs", "automation_replies", "bell_entries"])
      await world.env.DB.exec(`DELETE FROM ${table}`);
    for (let n = 0; n < 5; n += 1) {
      const steps = [step(), step()].filter(({ action }, place, all) => all.findIndex((one) => one.action === action) === place);
      const rule = {
        ...{ name: `r${n}`, enabled: true, minutes: null, words: [], conditions: [], note: pick(["", "Look."]), steps },
        trigger: pick(["created", "customer_message", "customer_message", "status_changed", "assigned"]),
      };
      expect((await world.as(at, { body: { clientId: crypto.randomUUID(), rule } })).status).toBe(201);
    }
    const visitor = await world.visitor();
    const isProgram = set % 2 === 0;
    // A program's mail is stored before rules look at it, as inbound mail does.
    for (const mark of isProgram ? MARKS : []) await world.env.DB.prepare(mark).run();
    const { id } = (await visitor.open("Hello")).body.conversation;
    for (let n = 0; n < 4; n += 1) {
      world.clock.advance({ minutes: Math.floor(next() * 50) });
      await visitor.postMessage(id, `Message ${n}`);
    }
    await world.tick();
    if (isProgram) for (const name of ["test_message", "test_conversation"]) await world.env.DB.exec(`DROP TRIGGER ${name}`);
    const replies = await world.rows<{ created_at: number; scope: string }>(
      "SELECT e.created_at, e.scope FROM conversation_events e WHERE e.conversation_id = ? AND e.kind = 'message' AND e.actor_role = 'system' ORDER BY e.created_at",
      id,
    );
    const entries = await world.rows("SELECT event FROM bell_entries WHERE conversation_id = ? AND event = 'ruleNotifies'", id);
    const notes = await world.rows("SELECT id FROM messages WHERE conversation_id = ? AND kind = 'note'", id);
    if (isProgram) expect([replies, entries, notes]).toEqual([[], [], []]);
    for (const [place, reply] of replies.entries()) {
      const before = replies[place - 1];
      if (before) expect(reply.created_at - before.created_at).toBeGreaterThanOrEqual(HOUR);
    }
    expect(new Set(replies.map(({ scope }) => scope)).size).toBe(replies.length);
    const runs = await world.rows<{ cause: string; rule_id: string; state: string }>(
      "SELECT cause, rule_id, state FROM automation_runs WHERE conversation_id = ?",
      id,
    );
    expect(new Set(runs.map(({ cause, rule_id: rule }) => `${cause} ${rule}`)).size).toBe(runs.length);
    expect(runs.filter(({ state }) => state === "running")).toEqual([]);
    sent += replies.length;
    told += entries.length;
  }
  // Enough happened to say something.
  expect(sent).toBeGreaterThan(1);
  expect(told).toBeGreaterThan(1);
});
