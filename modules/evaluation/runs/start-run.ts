// Estimates, starts, pauses, resumes and cancels runs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type EvaluationRunId, newId, type QuestionSetId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { micros } from "#modules/ai";
import { readSettings, readVersion } from "#modules/assistant";
import { DEFAULT_GUIDANCE } from "#modules/assistant/contract";
import { writeAudit, audit } from "#modules/projects";
import { readSet } from "#modules/question-sets";
import type { EvaluationRun } from "../contract.ts";
import { budgetTooLarge, budgetTooSmall, hasChanged, isUnderWay, nothingToAsk, onlyOwners } from "../errors.ts";
import {
  isOpen,
  isRunningNow,
  readAskedCount,
  readHasOpen,
  readRun,
  readRunBy,
  runExists,
  writeEnded,
  writePaused,
  writeResumed,
  writeRun,
} from "../queries.ts";
import { askedBy, hashOf, mostOf, shareOf, usd } from "../rules.ts";
import { jobOf } from "./job.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Wanted {
  readonly clientId: string;
  readonly setId: QuestionSetId;
  readonly model: string;
  readonly guidanceVersion: number | null;
  readonly budgetUsd: number;
  readonly raised: boolean;
}

export async function estimateRun(ctx: Ctx, { setId, model }: Pick<Wanted, "setId" | "model">) {
  const { projectId } = ctx.caller;
  const [held, questions, settings] = await ctx.db.read(
    readSet(projectId, setId),
    readAskedCount(projectId, setId),
    readSettings(projectId),
  );
  if (!held) throw notFound();
  const each = mostOf(askedBy(ctx.config, model, ctx.clock.now(), ctx.url.hostname), settings.current?.guidance ?? DEFAULT_GUIDANCE);
  return { questions, mostUsd: (each * questions) / 1e6, eachUsd: each / 1e6, shareUsd: shareOf(ctx.config) / 1e6 };
}

/** Throws what the contract names. */
export async function startRun(ctx: Ctx, wanted: Wanted): Promise<{ run: EvaluationRun }> {
  const { projectId, accountId, role } = ctx.caller;
  const { clientId, setId, model, raised } = wanted;
  const [before, held, asked, settings, version] = await ctx.db.read(
    readRunBy(projectId, clientId),
    readSet(projectId, setId),
    readAskedCount(projectId, setId),
    readSettings(projectId),
    readVersion(projectId, wanted.guidanceVersion ?? 0),
  );
  if (before) return { run: before };
  if (!held || (wanted.guidanceVersion !== null && !version)) throw notFound();
  if (raised && role !== "owner") throw onlyOwners();
  const now = ctx.clock.now();
  const chosen = version ?? settings.current;
  const guidance = chosen?.guidance ?? DEFAULT_GUIDANCE;
  const what = askedBy(ctx.config, model, now, ctx.url.hostname);
  const most = mostOf(what, guidance);
  const budget = Math.floor(micros(wanted.budgetUsd));
  if (budget < most) throw budgetTooSmall(usd(most));
  if (!raised && budget > shareOf(ctx.config)) throw budgetTooLarge(usd(shareOf(ctx.config)));
  if (asked === 0 || held.archived) throw nothingToAsk();
  const run = {
    ...{ id: newId("evaluationRun", now), projectId, clientId, setId, model, guidance, guidanceVersion: chosen?.version ?? 0 },
    ...({ hash: await hashOf(model, guidance), budget, most, raised, origin: "member", by: accountId, now } as const),
  };
  const work = jobOf(projectId, run.id, now);
  const detail = { set: held.set.name, model, ...(raised ? { raised: usd(budget) } : {}) };
  const audit = { projectId, actor: ctx.caller, action: "evaluation.run_started", detail, now };
  const [started, open] = await ctx.db.commitAndRead(
    [...writeRun(run), writeJobs([work], now, runExists(run)), writeAudit(audit, runExists(run))],
    readRunBy(projectId, clientId),
    readHasOpen(projectId),
  );
  if (!started) throw open ? isUnderWay() : nothingToAsk();
  if (started.id === run.id) wakeJobs(ctx, [work.id]);
  return { run: started };
}

export async function changeRun(ctx: Ctx, id: EvaluationRunId, state: "paused" | "running" | "cancelled"): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const key = { projectId, id };
  const now = ctx.clock.now();
  const [found] = await ctx.db.read(readRun(key));
  if (!found) throw notFound();
  if (found.state === state) return { ok: true };
  const work = jobOf(projectId, id, now);
  const writes =
    state === "paused"
      ? [writePaused(key, null, null, now)]
      : state === "cancelled"
        ? [
            // Before the statement that ends it, so that it is told of once.
            audit(ctx, "evaluation.run_cancelled", { detail: { set: found.setName } }, isOpen(key)),
            writeEnded(key, "cancelled", null, now),
          ]
        : [writeResumed(key, now), writeJobs([work], now, isRunningNow(key))];
  const [after] = await ctx.db.commitAndRead(writes, readRun(key));
  if (after?.state !== state) throw hasChanged();
  if (state === "running") wakeJobs(ctx, [work.id]);
  return { ok: true };
}
