// Estimates, starts, pauses, resumes and cancels judgings.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type EvaluationRunId, type JudgingId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { micros } from "#modules/ai";
import { askedBy, onlyOwners, readRun, shareOf, usd } from "#modules/evaluation";
import { audit } from "#modules/projects";
import type { Judging, Rubric } from "../contract.ts";
import { budgetTooLarge, budgetTooSmall, hasChanged, isUnderWay, nothingToGrade } from "../errors.ts";
import {
  isOpen,
  isRunning,
  judgingExists,
  readGradableCount,
  readHasOpen,
  readJudging,
  readJudgingBy,
  writeEnded,
  writeJudging,
  writePaused,
  writeResumed,
} from "../store/judgings.ts";
import { jobOf } from "./job.ts";
import { mostOf } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Wanted {
  readonly clientId: string;
  readonly model: string;
  readonly rubric: Rubric;
  readonly budgetUsd: number;
  readonly raised: boolean;
}

export async function estimateJudging(ctx: Ctx, runId: EvaluationRunId, model: string) {
  const { projectId } = ctx.caller;
  const [run, answers] = await ctx.db.read(readRun({ projectId, id: runId }), readGradableCount(projectId, runId));
  if (!run) throw notFound();
  const each = mostOf(askedBy(ctx.config, model, ctx.clock.now(), ctx.url.hostname));
  return { answers, mostUsd: (each * answers) / 1e6, eachUsd: each / 1e6, shareUsd: shareOf(ctx.config) / 1e6 };
}

/** Throws what the contract names. */
export async function startJudging(ctx: Ctx, runId: EvaluationRunId, wanted: Wanted): Promise<{ judging: Judging }> {
  const { projectId, accountId, role } = ctx.caller;
  const { clientId, model, rubric, raised } = wanted;
  const [before, run] = await ctx.db.read(readJudgingBy(projectId, clientId), readRun({ projectId, id: runId }));
  if (!run) throw notFound();
  if (before) return { judging: before };
  if (raised && role !== "owner") throw onlyOwners();
  const now = ctx.clock.now();
  const most = mostOf(askedBy(ctx.config, model, now, ctx.url.hostname));
  const budget = Math.floor(micros(wanted.budgetUsd));
  if (budget < most) throw budgetTooSmall(usd(most));
  if (!raised && budget > shareOf(ctx.config)) throw budgetTooLarge(usd(shareOf(ctx.config)));
  const judging = { id: newId("judging", now), projectId, clientId, runId, model, rubric, budget, most, raised, by: accountId, now };
  const work = jobOf(projectId, judging.id, now);
  const exists = judgingExists(judging);
  const [started, open] = await ctx.db.commitAndRead(
    [
      ...writeJudging(judging),
      writeJobs([work], now, exists),
      audit(ctx, "answer_grading.judging_started", { detail: { model, ...(raised ? { raised: usd(budget) } : {}) } }, exists),
    ],
    readJudgingBy(projectId, clientId),
    readHasOpen(projectId),
  );
  if (!started) throw open ? isUnderWay() : nothingToGrade();
  if (started.id === judging.id) wakeJobs(ctx, [work.id]);
  return { judging: started };
}

export async function changeJudging(ctx: Ctx, id: JudgingId, state: "paused" | "running" | "cancelled"): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const key = { projectId, id };
  const now = ctx.clock.now();
  const [found] = await ctx.db.read(readJudging(key));
  if (!found) throw notFound();
  if (found.state === state) return { ok: true };
  const work = jobOf(projectId, id, now);
  const writes =
    state === "paused"
      ? [writePaused(key, null, null, now)]
      : state === "cancelled"
        ? [
            // Before the statement that ends it, so that it is told of once.
            audit(ctx, "answer_grading.judging_cancelled", {}, isOpen(key)),
            writeEnded(key, "cancelled", null, now),
          ]
        : [writeResumed(key, now), writeJobs([work], now, isRunning(key))];
  const [after] = await ctx.db.commitAndRead(writes, readJudging(key));
  if (after?.state !== state) throw hasChanged();
  if (state === "running") wakeJobs(ctx, [work.id]);
  return { ok: true };
}
