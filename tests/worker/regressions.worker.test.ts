// Regression runs: started by a plan within its budgets, compared with what was accepted, and reviewed by people.
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Regressions } from "#modules/regressions/contract";
import { sendNotifications } from "../../modules/notifications/send-notifications.ts";
import { compareEnded } from "../../modules/regressions/compare-ended.ts";
import { readEndedRuns } from "../../modules/regressions/queries.ts";
import { regressionCron } from "../../modules/regressions/start-due.ts";
import { KEYS } from "./ai-kit.ts";
import { ANSWER, handOver, QUESTION } from "./assistant-kit.ts";
import { CEILINGS, evaluationWorld } from "./evaluation-kit.ts";
import { write } from "./knowledge-kit.ts";
import { addColleague, MAIL } from "./notifications-kit.ts";
import { OWNER, type Answer } from "./world.ts";

vi.setConfig({ testTimeout: 240_000 });
type Refused = { code?: string; issues?: { path: string }[] };
const USAGE = { input: 1000, output: 100 };

/** A project whose model answers well, with a set of two questions. */
async function ready(vars: Record<string, string> = { ...KEYS, ...CEILINGS }) {
  const kit = await evaluationWorld(vars);
  const { world, management, dashboard, projectId } = kit;
  await world.rows("DELETE FROM regression_plans WHERE project_id <> ?", projectId);
  await world.rows("UPDATE regressions SET state = 'not_run' WHERE state = 'running' AND project_id <> ?", projectId);
  await kit.choose();
  const { id: setId } = await kit.createSet();
  await kit.save(setId);
  await kit.save(setId, { question: "I want to talk to a person", outcome: "hand_over", facts: [], topic: "people" });
  kit.models.answer({ object: ANSWER, usage: USAGE, always: true });
  const plan = (change: object = {}) => ({
    ...{ setId, schedule: "daily", weekday: 1, hour: 3, timeZone: "UTC", onKnowledge: false, gapHours: 6 },
    ...{ runBudgetUsd: 1, monthBudgetUsd: 10, revision: 0, ...change },
  });
  /** The cron task alone, with what it leaves after it: the jobs of runs. */
  const cron = async (): Promise<void> => {
    const after: Promise<unknown>[] = [];
    await regressionCron({ ...world.ctx(), after: (work) => void after.push(work) });
    await Promise.all(after);
  };
  return {
    ...kit,
    setId,
    plan,
    cron,
    savePlan: async (change: object = {}, cookie?: string): Promise<Answer<Regressions & Refused>> =>
      await world.as(`${management}/regressions/plan`, { method: "PUT", body: plan(change) }, cookie),
    show: async (): Promise<Regressions> => (await world.as<Regressions>(`${dashboard}/regressions`)).body,
    decide: async (id: string, body: object, cookie?: string): Promise<Answer<Refused>> =>
      await world.as(`${management}/regressions/${id}/review`, { method: "PUT", body }, cookie),
    runs: (): Promise<{ id: string; state: string; origin: string; created_by: string }[]> =>
      world.rows("SELECT id, state, origin, created_by FROM evaluation_runs WHERE project_id = ? ORDER BY id", projectId),
    /** The next due time of the plan, and what it starts, to the end. */
    async next(): Promise<Regressions> {
      world.clock.advance({ hours: 24 });
      // Starts and asks; compares.
      await cron();
      await cron();
      return await this.show();
    },
    bell: async (cookie?: string) =>
      (
        await world.as<{ notices: { event: string; subjectId: string; path: string; sentence: string; unread: boolean }[] }>(
          `${dashboard}/bell/entries`,
          {},
          cookie,
        )
      ).body.notices,
    unread: async (cookie?: string): Promise<number> => (await world.as<{ unread: number }>(`${dashboard}/bell`, {}, cookie)).body.unread,
    /** From now on the model hands everything over, so that the first question fails. */
    worsen(): void {
      kit.models.reset();
      kit.models.answer({ object: handOver("I do not know."), usage: USAGE, always: true });
    },
  };
}

test("a plan starts a run a day, says who started it, and the first result is what later ones are compared with", async () => {
  const w = await ready();
  const saved = await w.savePlan();
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(saved.body.plan).toMatchObject({ revision: 1, setName: "Returns", holds: true });
  expect((await w.savePlan()).status).toBe(200);
  expect((await w.savePlan({ hour: 4 })).status).toBe(409);
  await w.cron();
  expect(await w.runs()).toEqual([]);
  let shown = await w.next();
  expect(await w.runs()).toMatchObject([{ state: "done", origin: "schedule" }]);
  expect(shown.items).toMatchObject([{ state: "first", cause: "schedule", review: null, baselineRunId: null }]);
  expect(shown.monthUsd).toBeGreaterThan(0);
  shown = await w.next();
  expect(shown.items).toHaveLength(2);
  expect(shown.items[0]).toMatchObject({ state: "compared", worse: 0, compared: 2, baselineRunId: shown.items[1]?.runId, review: null });
  expect(await w.world.rows("SELECT action FROM audit_log WHERE project_id = ? AND action LIKE 'regressions.%'", w.projectId)).toEqual([
    { action: "regressions.plan_saved" },
  ]);
});

test("a worsening opens one review and one notice for each member who wants it, under repetition; accepting it is a new baseline", async () => {
  const w = await ready({ ...KEYS, ...CEILINGS, ...MAIL });
  await w.world.rows("UPDATE accounts SET email_verified_at = 1 WHERE email = ?", OWNER);
  const operator = await addColleague(w.world as never);
  await w.savePlan();
  await w.save(w.setId, { question: `${QUESTION} please`, forbidden: ["never"] });
  await w.next();
  w.worsen();
  await w.next();
  const before = await w.world.rows<{ state: string }>("SELECT state FROM regressions WHERE project_id = ?", w.projectId);
  expect(before.map(({ state }) => state)).toEqual(["first", "compared"]);
  // As if 20 workers had read before the first one stored it.
  const [ended] = await w.world.rows<{ id: string; run_id: string; set_id: string; config_hash: string }>(
    "SELECT g.id, g.run_id, g.set_id, r.config_hash FROM regressions g JOIN evaluation_runs r ON r.id = g.run_id WHERE g.project_id = ? AND g.state = 'compared'",
    w.projectId,
  );
  const again = {
    ...{ projectId: w.projectId, id: ended?.id as never, setId: ended?.set_id as never, runId: ended?.run_id as never },
    ...{ hash: ended?.config_hash ?? "", state: "done" as const, reason: null, detail: null },
  };
  await Promise.all(Array.from({ length: 20 }, () => compareEnded(w.world.ctx(), again)));
  const shown = await w.show();
  expect(shown.reviews).toHaveLength(1);
  expect(shown.reviews[0]?.regression).toMatchObject({ id: ended?.id, worse: 2, compared: 3, review: { state: "open" } });
  expect(shown.reviews[0]?.worse.map(({ question, guarded }) => [question, guarded])).toEqual([
    [`${QUESTION} please`, true],
    [QUESTION, false],
  ]);
  const notices = "SELECT account_id, subject_id, due_at FROM subject_notices WHERE project_id = ?";
  expect(await w.world.rows(notices, w.projectId)).toHaveLength(1);
  expect(await w.bell()).toMatchObject([{ event: "assistantWorse", subjectId: ended?.id, unread: true }]);
  expect([await w.unread(), await w.unread(operator.cookie)]).toEqual([1, 0]);
  // After five minutes it is mailed once, with its link.
  const mails = () =>
    w.world.rows<{ subject: string }>("SELECT subject FROM mail_deliveries WHERE project_id = ? AND kind = 'notice'", w.projectId);
  for (let i = 0; i < 4; i += 1) {
    w.world.clock.advance({ minutes: 3 });
    await Promise.all([1, 2, 3].map(() => sendNotifications(w.world.ctx())));
  }
  expect(await mails()).toMatchObject([{ subject: "The assistant got worse in a regression run (Acme)" }]);
  // Read, then decided: no news any more.
  const path = `${w.dashboard}/bell/notices`;
  const read = await w.world.as<{ unread: number }>(path, {
    method: "PUT",
    body: { event: "assistantWorse", subjectId: ended?.id, read: true },
  });
  expect([read.status, read.body.unread]).toEqual([200, 0]);
  await w.world.as(path, { method: "PUT", body: { event: "assistantWorse", subjectId: ended?.id, read: false } });
  expect(await w.unread()).toBe(1);
  const id = ended?.id ?? "";
  expect((await w.decide(id, { state: "dismissed", reason: "" })).status).toBe(400);
  const decided = await Promise.all(Array.from({ length: 6 }, () => w.decide(id, { state: "accepted", reason: "" })));
  expect(decided.map(({ status }) => status)).toEqual(decided.map(() => 200));
  expect((await w.decide(id, { state: "dismissed", reason: "No." })).status).toBe(409);
  expect(await w.unread()).toBe(0);
  expect(
    await w.world.rows("SELECT action FROM audit_log WHERE project_id = ? AND action = 'regressions.accepted'", w.projectId),
  ).toHaveLength(1);
  // The next run is as bad, and is compared with the accepted one.
  const next = await w.next();
  expect(next.reviews).toEqual([]);
  expect(next.items[0]).toMatchObject({ state: "compared", worse: 0, baselineRunId: ended?.run_id, review: null });
});

test("a dismissed finding leaves the baseline: the next run that is as bad opens a review again", async () => {
  const w = await ready();
  await w.savePlan();
  await w.save(w.setId, { question: `${QUESTION} please`, forbidden: ["never"] });
  const first = (await w.next()).items[0]?.runId;
  w.worsen();
  const found = await w.next();
  const id = found.reviews[0]?.regression.id ?? "";
  expect((await w.decide(id, { state: "dismissed", reason: "The provider was ill." })).status).toBe(200);
  expect((await w.show()).items[0]?.review).toMatchObject({ state: "dismissed", reason: "The provider was ill." });
  const next = await w.next();
  expect(next.reviews).toHaveLength(1);
  expect(next.items[0]).toMatchObject({ baselineRunId: first, review: { state: "open" } });
});

test("20 times two workers at once start one run; a plan that is saved meanwhile starts none of its old time", async () => {
  const w = await ready();
  await w.savePlan();
  for (let n = 1; n <= 20; n += 1) {
    w.world.clock.advance({ hours: 24 });
    await Promise.all([w.cron(), w.cron(), w.cron()]);
    const rows = await w.world.rows("SELECT id FROM regressions WHERE project_id = ?", w.projectId);
    expect([rows.length, (await w.runs()).length], `${n}`).toEqual([n, n]);
    await w.world.rows("UPDATE evaluation_runs SET state = 'done', ended_at = 1 WHERE project_id = ? AND state = 'running'", w.projectId);
    await w.cron();
  }
  w.world.clock.advance({ hours: 24 });
  const cookie = ((await w.world.signIn()).headers.get("set-cookie") ?? "").split(";")[0];
  const [saved] = await Promise.all([w.savePlan({ revision: 1, schedule: "off" }, cookie), w.cron()]);
  expect(saved.status).toBe(200);
  const count = (await w.runs()).length;
  w.world.clock.advance({ hours: 48 });
  await w.cron();
  expect((await w.runs()).length).toBe(count);
});

test("changes of the knowledge start one run once they have settled, and the next not before the hours between", async () => {
  const w = await ready();
  expect((await w.savePlan({ schedule: "off", onKnowledge: true })).body.plan?.nextAt).toBeNull();
  const minutes = async (count: number): Promise<number> => {
    for (let left = count; left > 0; left -= 5) {
      w.world.clock.advance({ minutes: 5 });
      await w.cron();
    }
    await w.world.rows("UPDATE evaluation_runs SET state = 'done', ended_at = 1 WHERE project_id = ? AND state = 'running'", w.projectId);
    return (await w.runs()).length;
  };
  expect(await minutes(120)).toBe(0);
  // Somebody writes for an hour: nothing starts in between.
  for (let n = 0; n < 12; n += 1) {
    await write(w.world, { [`new ${n}`]: { content: `Something new, part ${n}.` } });
    expect(await minutes(5)).toBe(0);
  }
  expect(await minutes(20)).toBe(1);
  expect(await w.runs()).toMatchObject([{ origin: "knowledge" }]);
  await write(w.world, { later: { content: "Something else." } });
  expect(await minutes(5 * 60)).toBe(1);
  // Saving the plan anew is no way around it.
  expect((await w.savePlan({ schedule: "off", onKnowledge: true, revision: 1 })).status).toBe(200);
  expect(await minutes(30)).toBe(1);
  expect(await minutes(60)).toBe(2);
  expect(await minutes(24 * 60)).toBe(2);
});

test("what a run can't be started for is noted once for its time, and no run is paid for", async () => {
  const w = await ready();
  const last = async () => (await w.show()).items[0];
  expect((await w.savePlan({ runBudgetUsd: 900 })).body.issues).toMatchObject([{ path: "runBudgetUsd" }]);
  expect((await w.savePlan({ monthBudgetUsd: 0.5 })).body.issues).toMatchObject([{ path: "monthBudgetUsd" }]);
  expect((await w.savePlan({ timeZone: "Mars/Base" })).status).toBe(400);
  await w.savePlan();
  // A member's run is open.
  const own = (await w.start(w.setId)).body.run;
  await w.world.rows("UPDATE evaluation_runs SET state = 'paused', ended_at = NULL WHERE id = ?", own.id);
  w.world.clock.advance({ hours: 24 });
  await Promise.all([w.cron(), w.cron()]);
  await w.cron();
  expect(await last()).toMatchObject({ state: "not_run", reason: "other_run", runId: null, costUsd: 0 });
  expect((await w.show()).items).toHaveLength(1);
  await w.change(own.id, "cancelled");
  // Below one question.
  await w.savePlan({ revision: 1, runBudgetUsd: 0 });
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  expect(await last()).toMatchObject({ state: "not_run", reason: "budget_small" });
  // The key is gone.
  await w.savePlan({ revision: 2 });
  const env = w.world.env;
  w.world.env = { ...env, OPENAI_API_KEY: undefined as never };
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  expect(await last()).toMatchObject({
    state: "not_run",
    reason: "not_configured",
    detail: expect.stringContaining("OPENAI_API_KEY") as string,
  });
  expect((await w.show()).obstacle).toContain("OPENAI_API_KEY");
  w.world.env = env;
  // The member is no admin any more.
  await w.world.rows("UPDATE memberships SET role = 'operator' WHERE project_id = ?", w.projectId);
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  expect(await last()).toMatchObject({ state: "not_run", reason: "plan_lapsed" });
  expect((await w.savePlan({ revision: 3 })).status).toBe(403);
  await w.world.rows("UPDATE memberships SET role = 'owner' WHERE project_id = ?", w.projectId);
  // The set is archived.
  await w.world.as(`${w.management}/question-sets/${w.setId}`, { method: "DELETE" });
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  expect(await last()).toMatchObject({ state: "not_run", reason: "nothing_to_ask" });
  expect((await w.savePlan({ revision: 3 })).status).toBe(404);
  expect(await w.runs()).toHaveLength(1);
});

test("the runs of a month stay within its budget", async () => {
  const w = await ready();
  // All of it in one month, whenever the test runs.
  if (new Date(w.world.clock.now()).getUTCDate() > 26) w.world.clock.advance({ hours: 6 * 24 });
  // A run reserves 0.3 while it goes on.
  await w.savePlan({ runBudgetUsd: 0.3, monthBudgetUsd: 0.5 });
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  expect((await w.show()).monthUsd).toBe(0.3);
  await w.world.rows("UPDATE evaluation_runs SET cost = 250000 WHERE project_id = ?", w.projectId);
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  await w.cron();
  const { items, monthUsd } = await w.show();
  const sameMonth = new Set(
    (await w.world.rows<{ month: string }>("SELECT month FROM regressions WHERE project_id = ?", w.projectId)).map((one) => one.month),
  );
  expect(sameMonth.size).toBe(1);
  expect(items.map(({ state, reason }) => [state, reason])).toEqual([
    ["not_run", "month_budget"],
    ["first", null],
  ]);
  expect(monthUsd).toBe(0.25);
  expect(await w.runs()).toHaveLength(1);
});

test("a run that stands by itself is ended, and one that a member stops is not compared", async () => {
  const w = await ready();
  await w.savePlan();
  w.models.reset();
  w.models.answer({ fault: "no credit", always: true });
  const shown = await w.next();
  expect(shown.items[0]).toMatchObject({ state: "not_finished", reason: "model_failed", review: null });
  expect(await w.runs()).toMatchObject([{ state: "cancelled" }]);
  w.models.reset();
  w.models.answer({ object: ANSWER, usage: USAGE, always: true });
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  const [, run] = await w.runs();
  await w.world.rows("UPDATE evaluation_runs SET state = 'paused', ended_at = NULL WHERE id = ?", run?.id);
  await w.cron();
  // A member paused it: it waits for them.
  expect((await w.show()).items[0]).toMatchObject({ state: "running" });
  expect((await w.change(run?.id ?? "", "cancelled")).status).toBe(200);
  await w.cron();
  expect((await w.show()).items[0]).toMatchObject({ state: "not_finished", reason: "cancelled" });
  expect(await w.world.rows("SELECT 1 FROM regression_baselines WHERE project_id = ?", w.projectId)).toEqual([]);
});

test("a project that is deleted loses everything of it and starts nothing", async () => {
  const w = await ready();
  await w.savePlan();
  await w.save(w.setId, { question: `${QUESTION} please`, forbidden: ["never"] });
  await w.next();
  w.worsen();
  await w.next();
  expect((await w.show()).reviews).toHaveLength(1);
  await w.world.as(`${w.management}`, { method: "DELETE", body: { confirm: "Acme" } });
  w.world.clock.advance({ hours: 24 });
  await w.cron();
  for (const table of ["regression_plans", "regressions", "regression_reviews", "regression_baselines", "subject_notices"])
    expect(await w.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, w.projectId), table).toEqual([]);
  const [left] = await w.world.ctx().db.read(readEndedRuns(10));
  expect(left.filter(({ projectId }) => projectId === (w.projectId as ProjectId))).toEqual([]);
});

test("other projects see and decide nothing", async () => {
  const w = await ready();
  await w.savePlan();
  await w.save(w.setId, { question: `${QUESTION} please`, forbidden: ["never"] });
  await w.next();
  w.worsen();
  const id = (await w.next()).reviews[0]?.regression.id ?? "";
  const other = (
    await w.world.as<{ project: { id: string } }>("/api/account/projects", { body: { clientId: randomUUID(), name: "Other" } })
  ).body;
  const at = `/api/management/projects/${other.project.id}/regressions`;
  expect((await w.world.as(`${at}/${id}/review`, { method: "PUT", body: { state: "accepted", reason: "" } })).status).toBe(404);
  expect((await w.world.as(`${at}/plan`, { method: "PUT", body: w.plan() })).status).toBe(404);
  expect((await w.show()).reviews).toHaveLength(1);
});
