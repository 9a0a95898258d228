// Only owners let a run, a judging or a simulation spend more than half of the project's day; the audit log names who started and stopped them.
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { DEFAULT_RUBRIC } from "#modules/answer-grading/contract";
import { KEYS } from "./ai-kit.ts";
import { ANSWER } from "./assistant-kit.ts";
import { CEILINGS, evaluationWorld, MODEL } from "./evaluation-kit.ts";
import { addColleague } from "./notifications-kit.ts";
import type { Answer } from "./world.ts";

vi.setConfig({ testTimeout: 240_000 });
type Refused = { code?: string; issues?: { path: string }[] };
const SCENARIO = {
  ...{ name: "Return", goal: "Returns a parcel.", temper: "calm", persona: "", facts: [], expected: "answer", success: [] },
  ...{ maxTurns: 1, locale: "en", channel: "widget" },
};

test("runs, judgings and simulations are raised by owners alone, spend beyond the share then, and are in the audit log", async () => {
  const kit = await evaluationWorld({ ...KEYS, ...CEILINGS });
  const { world, management, projectId } = kit;
  const admin = await addColleague(world as never, "admin");
  kit.models.answer({ object: ANSWER, usage: { input: 1000, output: 100 }, always: true });
  const set = await kit.createSet();
  await kit.save(set.id);
  const ended = (await kit.start(set.id)).body.run.id;
  expect(await kit.run(ended)).toMatchObject({ state: "done" });
  const scenario = await world.as<{ scenario: { id: string } } & Refused>(`${management}/scenarios`, {
    body: { clientId: randomUUID(), content: SCENARIO },
  });
  expect(scenario.status, JSON.stringify(scenario.body)).toBe(201);
  const bodies = {
    "evaluation-runs": { setId: set.id, model: MODEL, guidanceVersion: null },
    [`evaluation-runs/${ended}/judgings`]: { model: MODEL, rubric: DEFAULT_RUBRIC },
    "simulation-runs": { scenarioIds: [scenario.body.scenario.id], customerModel: MODEL, model: MODEL, guidanceVersion: null },
  };
  // Evaluation has spent its share of the day already.
  await world.rows("UPDATE ai_usage SET cost = 90000000 WHERE project_id = ? AND purpose = 'evaluation'", projectId);
  const tables: Readonly<Record<string, string>> = { "evaluation-runs": "evaluation_runs", "simulation-runs": "simulation_runs" };
  for (const [path, body] of Object.entries(bodies)) {
    const send = async (more: object, cookie?: string): Promise<Answer<Refused>> =>
      await world.as<Refused>(`${management}/${path}`, { body: { clientId: randomUUID(), ...body, ...more } }, cookie);
    const table = tables[path] ?? "judgings";
    expect((await send({ budgetUsd: 900, raised: false })).body.issues, path).toMatchObject([{ path: "budgetUsd" }]);
    expect((await send({ budgetUsd: 900, raised: true }, admin.cookie)).status, path).toBe(403);
    const newest = async () =>
      (await world.rows(`SELECT state, reason, raised FROM ${table} WHERE project_id = ? ORDER BY rowid DESC LIMIT 1`, projectId))[0];
    expect((await send({ budgetUsd: 1, raised: false })).status, path).toBe(202);
    expect((await newest())?.["reason"], path).toMatch(/daily_share|ceiling_reached/);
    await world.rows(`UPDATE ${table} SET state = 'cancelled', ended_at = 1 WHERE project_id = ? AND ended_at IS NULL`, projectId);
    const raised = await send({ budgetUsd: 900, raised: true });
    expect(raised.status, `${path} ${JSON.stringify(raised.body)}`).toBe(202);
    expect(await newest(), path).toMatchObject({ raised: 1 });
    expect((await newest())?.["reason"], path).not.toBe("daily_share");
    const [{ id = "" } = {}] = await world.rows<{ id: string }>(
      `SELECT id FROM ${table} WHERE project_id = ? ORDER BY rowid DESC LIMIT 1`,
      projectId,
    );
    await world.rows(`UPDATE ${table} SET state = 'paused', ended_at = NULL WHERE id = ?`, id);
    const change = `${management}/${table === "judgings" ? "judgings" : path}/${id}/state`;
    const stopped = await Promise.all([1, 2, 3].map(() => world.as(change, { method: "PUT", body: { state: "cancelled" } })));
    expect(
      stopped.map(({ status }) => status),
      path,
    ).toEqual([200, 200, 200]);
  }
  const audit = await world.rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit_log WHERE project_id = ? AND (action LIKE 'evaluation.run%' OR action LIKE 'simulations.run%' OR action LIKE 'answer_grading.judging%') ORDER BY rowid",
    projectId,
  );
  expect(audit.map(({ action, detail }) => [action, (JSON.parse(detail) as { raised?: string }).raised ?? null])).toEqual([
    ["evaluation.run_started", null],
    ["evaluation.run_started", null],
    ["evaluation.run_started", "900.0000"],
    ["evaluation.run_cancelled", null],
    ["answer_grading.judging_started", null],
    ["answer_grading.judging_started", "900.0000"],
    ["answer_grading.judging_cancelled", null],
    ["simulations.run_started", null],
    ["simulations.run_started", "900.0000"],
    ["simulations.run_cancelled", null],
  ]);
});
