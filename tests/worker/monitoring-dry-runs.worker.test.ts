// Dry runs: the price before they start, agreement, bounds, pausing, and that nothing else happens.
import { expect, test } from "vitest";
import type { DryRun, Finding, Price } from "../../modules/monitoring/contract.ts";
import { KEYS } from "./ai-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { type MonitoringWorld, monitoringWorld, QUOTE, RULE, says, THREAT } from "./monitoring-kit.ts";

const uuid = (): string => crypto.randomUUID();
async function dryWorld(conversations = 3, vars: Record<string, string> = KEYS) {
  const at = await monitoringWorld(vars);
  const { world, management, open } = at;
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (let i = 0; i < conversations; i += 1) {
    opened.push(await open(i % 2 === 0 ? `${THREAT} ${i}` : `A question ${i}`));
    world.clock.advance({ seconds: 1 });
  }
  const rule = await at.rule();
  const now = world.clock.now();
  const wanted = (more: object = {}) => ({
    ...{ ruleIds: [rule.id], most: 200 },
    ...{ from: new Date(now - 86_400_000).toISOString(), until: new Date(now + 60_000).toISOString() },
    ...more,
  });
  const price = (more: object = {}) => world.as<Price>(`${management}/dry-run-price`, { body: wanted(more) });
  const start = async (more: object = {}) =>
    await world.as<{ run: DryRun }>(`${management}/dry-runs`, {
      body: { clientId: uuid(), ...wanted(), atMostUsd: (await price()).body.atMostUsd, ...more },
    });
  const read = async (id: string) => (await world.as<{ run: DryRun; findings: Finding[] }>(`${management}/dry-runs/${id}`)).body;
  const steer = (id: string, state: string) =>
    world.as<{ run: DryRun }>(`${management}/dry-runs/${id}/state`, { method: "PUT", body: { state } });
  const ticks = async (n = 6): Promise<void> => {
    for (let i = 0; i < n; i += 1) {
      world.clock.advance({ minutes: 1 });
      await tick(world);
    }
  };
  return { ...at, opened, dryRule: rule, wanted, price, start, read, steer, ticks };
}
const obedient = ({ obey }: Pick<MonitoringWorld, "obey">): void =>
  obey(({ text }) => (text.includes(QUOTE) ? says(QUOTE) : { ...says("", []) }));

test("the price is known before it starts, without asking a model, and what is found is shown; nothing else happens", async () => {
  const at = await dryWorld();
  const { price, start, read, ticks, models, usage, log, world, opened } = at;
  obedient(at);
  const { status, body } = await price();
  expect(status).toBe(200);
  expect(body).toMatchObject({ conversations: 3, provider: "openai", model: "gpt-5-mini", source: "list", spentUsd: 0, ceilingUsd: 10 });
  expect(body.aboutUsd).toBeGreaterThan(0);
  expect(body.aboutUsd).toBeLessThan(body.atMostUsd);
  expect(models.requests).toEqual([]);
  const jobsBefore = await world.rows("SELECT count(*) AS n FROM conversation_events");
  const started = await start();
  expect([started.status, started.body.run.total]).toEqual([201, 3]);
  await ticks();
  const { run, findings } = await read(started.body.run.id);
  expect(run).toMatchObject({ state: "done", why: null, judged: 3, failed: 0 });
  // Newest first.
  expect(findings.map(({ conversationId }) => conversationId)).toEqual([opened[2]?.id, opened[0]?.id]);
  expect(findings[0]?.found).toEqual([{ ruleId: at.dryRule.id, quote: QUOTE, reason: "Threatens with a lawyer" }]);
  expect(models.requests).toHaveLength(3);
  // It counts into the day's spending, and costs no more than was agreed to.
  expect(await usage()).toMatchObject([{ purpose: "assist", calls: 3 }]);
  expect(run.costUsd).toBeGreaterThan(0);
  expect(run.costUsd).toBeLessThanOrEqual(run.atMostUsd);
  expect(await log()).toEqual([]);
  expect(await world.rows("SELECT count(*) AS n FROM conversation_events")).toEqual(jobsBefore);
});

test("it starts once, for the agreed price only, and one at a time", async () => {
  const at = await dryWorld();
  const { start, price, management, world, wanted, steer } = at;
  obedient(at);
  expect((await start({ atMostUsd: 0.000001 })).status).toBe(409);
  const clientId = uuid();
  const [first, again] = [await start({ clientId }), await start({ clientId })];
  expect([first.status, again.status, again.body.run.id]).toEqual([201, 200, first.body.run.id]);
  expect((await start({ clientId, until: new Date(world.clock.now() + 120_000).toISOString() })).status).toBe(409);
  await at.ticks();
  const { body } = await price();
  const second = await start({ atMostUsd: body.atMostUsd });
  expect(second.status).toBe(201);
  await steer(second.body.run.id, "cancelled");
  expect((await world.as(`${management}/dry-run-price`, { body: wanted({ most: 201 }) })).status).toBe(400);
  expect((await price({ from: "2020-01-01T00:00:00.000Z", until: "2020-02-01T00:00:00.000Z" })).status).toBe(409);
  expect((await price({ ruleIds: ["mru_00000000000000000000000000"] })).status).toBe(404);
  const waits = await at.rule({ kind: "waiting", minutes: 5 });
  expect((await price({ ruleIds: [waits.id] })).status).toBe(400);
});

test("it can be paused, resumed and cancelled; a conversation is judged once", async () => {
  const at = await dryWorld(14);
  const { start, read, steer, ticks, world } = at;
  let asked = 0;
  at.obey(({ text }) => {
    asked += 1;
    return text.includes(QUOTE) ? says(QUOTE) : says("", []);
  });
  const started = await start();
  const { id } = started.body.run;
  expect(started.status).toBe(201);
  expect((await steer(id, "paused")).body.run.state).toBe("paused");
  const before = asked;
  await ticks();
  expect(asked).toBe(before);
  expect((await read(id)).run).toMatchObject({ state: "paused", why: "asked" });
  expect((await start()).status).toBe(409);
  expect((await steer(id, "running")).body.run.state).toBe("running");
  await ticks(8);
  expect((await read(id)).run).toMatchObject({ state: "done", judged: 14 });
  expect(asked).toBe(14);
  expect((await steer(id, "running")).status).toBe(409);
  // Delivered again, its jobs judge nothing.
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'monitoring.dry_run'");
  await ticks(2);
  expect(asked).toBe(14);
});

test("a ceiling pauses it, and it goes on the next day", async () => {
  const at = await dryWorld(3, { ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.0004}' });
  const { start, read, steer, ticks, world } = at;
  obedient(at);
  const { body } = await start();
  await ticks();
  const { run } = await read(body.run.id);
  expect([run.state, run.why]).toEqual(["paused", "ceiling"]);
  expect(run.judged).toBeGreaterThan(0);
  expect(run.judged).toBeLessThan(3);
  expect((await at.price()).body.spentUsd).toBeGreaterThanOrEqual(0.0004);
  world.clock.advance({ days: 1 });
  expect((await steer(body.run.id, "running")).status).toBe(200);
  await ticks();
  expect((await read(body.run.id)).run).toMatchObject({ state: "done", judged: 3 });
});

test("past the ceiling none is started; without a model none is priced", async () => {
  const at = await dryWorld(1, { ...KEYS, AI_DAILY_CEILINGS: '{"spendUsdPerProject":0.000001}' });
  obedient(at);
  const first = await at.start();
  await at.ticks();
  expect((await at.read(first.body.run.id)).run.state).toBe("done");
  expect((await at.start()).status).toBe(429);
  const without = await dryWorld(1, {});
  expect((await without.price()).status).toBe(503);
});

test("a conversation that the provider refuses counts as failed; a provider without credit pauses it", async () => {
  const at = await dryWorld(3);
  at.models.answer({ text: "no JSON" }, { fault: "no credit" });
  const { body } = await at.start();
  await at.ticks(2);
  expect((await at.read(body.run.id)).run).toMatchObject({ state: "paused", why: "provider", judged: 0, failed: 1 });
  obedient(at);
  await at.steer(body.run.id, "running");
  await at.ticks(3);
  expect((await at.read(body.run.id)).run).toMatchObject({ state: "done", judged: 2, failed: 1 });
});

test("an erasure empties what was found, and is not undone by a job", async () => {
  const at = await dryWorld(3);
  const { world, opened, start, read, ticks } = at;
  obedient(at);
  const { body } = await start();
  await at.steer(body.run.id, "paused");
  const [first] = opened;
  if (first) await erase(world, first.visitor);
  await ticks(3);
  await at.steer(body.run.id, "running");
  await ticks();
  const { run, findings } = await read(body.run.id);
  expect(run.state).toBe("done");
  expect(findings.map(({ conversationId }) => conversationId)).not.toContain(first?.id);
  const third = opened[2];
  if (third) await erase(world, third.visitor);
  await ticks(3);
  expect((await read(body.run.id)).findings).toEqual([]);
  expect(await world.rows("SELECT 1 FROM monitoring_dry_items WHERE run_id = ? AND found LIKE '%lawyer%'", body.run.id)).toEqual([]);
});

test("of many runs the newest ten are kept, and another project's are out of reach", async () => {
  const at = await dryWorld(1);
  const other = await dryWorld(1);
  obedient(at);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    ids.push((await at.start()).body.run.id);
    await at.ticks(1);
  }
  const { body } = await at.world.as<{ items: DryRun[] }>(`${at.management}/dry-runs`);
  expect(body.items.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
  expect((await other.world.as(`${other.management}/dry-runs/${ids[11]}`)).status).toBe(404);
  expect((await other.steer(ids[11] ?? "", "cancelled")).status).toBe(404);
  expect(RULE.kind).toBe("legal");
});

test.each([
  ["left the project", "DELETE FROM memberships WHERE project_id = ?"],
  ["is an operator now", "UPDATE memberships SET role = 'operator' WHERE project_id = ?"],
])("it ends before the next conversation if whoever started it %s; what was judged stays", async (_, leave) => {
  const at = await dryWorld(7);
  const { world, projectId } = at;
  let asked = 0;
  at.obey(({ text }) => {
    asked += 1;
    return text.includes(QUOTE) ? says(QUOTE) : { ...says("", []) };
  });
  const started = await at.start();
  expect(started.status).toBe(201);
  const { id } = started.body.run;
  const judgedBefore = asked;
  expect(judgedBefore).toBeLessThan(7);
  await world.rows(leave, projectId);
  await at.ticks(3);
  expect(await world.rows("SELECT state, why, turn, judged, ended_at > 0 AS ended FROM monitoring_dry_runs WHERE id = ?", id)).toEqual([
    { state: "cancelled", why: "left", turn: 1, judged: judgedBefore, ended: 1 },
  ]);
  expect(asked).toBe(judgedBefore);
});

test("whoever resumes it answers for it from then on", async () => {
  const at = await dryWorld(7);
  const { world, projectId } = at;
  obedient(at);
  const { id } = (await at.start()).body.run;
  expect((await at.steer(id, "paused")).status).toBe(200);
  await world.rows("UPDATE monitoring_dry_runs SET created_by = 'acc_gone' WHERE project_id = ?", projectId);
  expect((await at.steer(id, "running")).status).toBe(200);
  await at.ticks();
  expect((await at.read(id)).run).toMatchObject({ state: "done", why: null, judged: 7 });
});
