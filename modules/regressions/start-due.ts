// Cron task: starts the runs that plans are due for, and compares those that have ended.
import { hours, minutes } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { sql } from "#kernel/db/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { prepareRun, type PreparedRun, readAskedCount, runExists, shareOf } from "#modules/evaluation";
import { presentOf, readPresent } from "#modules/promotion";
import { projectIsLive } from "#modules/projects";
import { readSet } from "#modules/question-sets";
import { compareEnded } from "./compare-ended.ts";
import type { RegressionReason } from "./contract.ts";
import {
  isStillPlanned,
  mayStart,
  type NewRegression,
  readDuePlans,
  readEndedRuns,
  type StoredPlan,
  type Times,
  writeMoved,
  writeMovedBy,
  writeNotStarted,
  writeRegression,
} from "./queries.ts";
import { monthOf, nextDue } from "./rules.ts";

/** Plans, and ended runs, that one minute handles. */
const PER_TICK = 10;
/** How often the knowledge of a plan is looked at. A change starts a run once it has been followed by no other for this long. */
export const LOOK_EVERY = minutes(10);

/** Why a plan starts nothing. */
class NotRun extends Error {
  readonly reason: RegressionReason;
  constructor(reason: RegressionReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Cron task: two reads in a minute in which nothing is due. */
export async function regressionCron(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [plans, ended] = await ctx.db.read(readDuePlans(now, PER_TICK), readEndedRuns(PER_TICK));
  // A failure in one project must not keep the others waiting.
  for (const run of ended)
    await compareEnded(ctx, run).catch((error: unknown) =>
      ctx.log.error("a regression run was not compared", error, { projectId: run.projectId }),
    );
  for (const plan of plans)
    await handlePlan(ctx, plan, now).catch((error: unknown) =>
      ctx.log.error("a regression run was not started", error, { projectId: plan.projectId }),
    );
}

async function handlePlan(ctx: Ctx, plan: StoredPlan, now: number): Promise<void> {
  const { wire, nextAt, checkAt, mark, seenMark, runMark } = plan;
  if (nextAt !== null && nextAt <= now) return await startRun(ctx, plan, "schedule", nextAt, now);
  if (checkAt === null) return;
  // What is still being changed is waited for.
  if (mark !== runMark && mark === seenMark) return await startRun(ctx, plan, "knowledge", checkAt, now);
  await ctx.db.commit([writeMoved(plan, { nextAt, checkAt: wire.onKnowledge ? now + LOOK_EVERY : null })]);
}
const timesAfter = ({ wire }: StoredPlan, now: number): Times => ({
  nextAt: nextDue(wire, now),
  checkAt: wire.onKnowledge ? now + hours(wire.gapHours) : null,
});

/** What the plan would run: the configuration in force. Throws why it runs nothing. */
async function preparedFor(
  ctx: Ctx,
  { projectId, wire, runBudget, by }: StoredPlan,
  origin: "schedule" | "knowledge",
): Promise<PreparedRun> {
  if (!wire.holds) throw new NotRun("plan_lapsed");
  const [held, asked, settings, chosen] = await ctx.db.read(
    readSet(projectId, wire.setId),
    readAskedCount(projectId, wire.setId),
    ...readPresent(projectId),
  );
  if (!held || held.archived || asked === 0) throw new NotRun("nothing_to_ask");
  if (runBudget > shareOf(ctx.config)) throw new NotRun("budget_large");
  const { model, guidance, version } = await presentOf(ctx, settings, chosen);
  const run = { projectId, setId: wire.setId, model, guidance, guidanceVersion: version, budget: runBudget, origin, by };
  const prepared = await prepareRun(ctx, run);
  if (prepared.most > runBudget) throw new NotRun("budget_small");
  return prepared;
}
function whyNot(error: unknown): { reason: RegressionReason; detail: string | null } {
  if (error instanceof NotRun) return { reason: error.reason, detail: null };
  if (error instanceof Refusal) return { reason: "not_configured", detail: error.message };
  throw error;
}

/** That the plan was due, the run, and the plan's next times are one batch: of two workers, one starts it. */
async function startRun(ctx: Ctx, plan: StoredPlan, cause: "schedule" | "knowledge", dueAt: number, now: number): Promise<void> {
  const { projectId, wire, runBudget, monthBudget } = plan;
  const prepared = await preparedFor(ctx, plan, cause).catch(whyNot);
  const noted: NewRegression = {
    ...{
      id: newId("regression", now),
      projectId,
      cause,
      dueAt,
      month: monthOf(wire.timeZone, now),
      setId: wire.setId,
      budget: runBudget,
      now,
    },
    ...("key" in prepared ? { run: prepared.key.id, reason: null, detail: null } : { run: undefined, ...prepared }),
  };
  await ctx.db.commit([
    writeRegression(noted, sql`${isStillPlanned(plan)} AND ${projectIsLive(projectId)}`),
    ...("key" in prepared
      ? [...prepared.statements(mayStart(noted, monthBudget)), writeNotStarted(noted, monthBudget, runExists(prepared.key), now)]
      : []),
    writeMovedBy(plan, timesAfter(plan, now), noted, now),
  ]);
  if ("key" in prepared) wakeJobs(ctx, [prepared.jobId]);
}
