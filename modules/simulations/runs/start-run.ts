// Estimates, starts, pauses, resumes, cancels and reads runs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { Config } from "#kernel/config/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type ScenarioId, type SimulationRunId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { micros } from "#modules/ai";
import { mostTokens, readSettings, readVersion } from "#modules/assistant";
import { DEFAULT_GUIDANCE, type Guidance } from "#modules/assistant/contract";
import { askedBy, budgetTooLarge, budgetTooSmall, choiceIn, hasChanged, isUnderWay, onlyOwners, shareOf } from "#modules/evaluation";
import { writeAudit, audit } from "#modules/projects";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import type { SimulationRun } from "../contract.ts";
import { MOST_CUSTOMER } from "../customer.ts";
import {
  isOpen,
  isRunning,
  readChosenCount,
  readItems,
  readRun,
  readRunBy,
  readRuns,
  runExists,
  writeEnded,
  writePaused,
  writeResumed,
  writeRun,
} from "../queries.ts";
import { jobOf } from "./job.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const RUNS = 20;
const ITEMS = 10;
interface Models {
  readonly customerModel: string;
  readonly model: string;
}
interface Wanted extends Models {
  readonly clientId: string;
  readonly scenarioIds: readonly ScenarioId[];
  readonly guidanceVersion: number | null;
  readonly budgetUsd: number;
  readonly raised: boolean;
}
/** Rounded up, so that what is shown covers what it says. */
const usd = (cost: number): string => (Math.ceil(cost / 100) / 1e4).toFixed(4);

/** The most that a message of the customer and an answer may cost, in millionths of a US dollar. Throws as `askedBy` does. */
function mostOf(config: Config, { customerModel, model }: Models, guidance: Guidance, now: number, host: string) {
  const [customer, answering] = [askedBy(config, customerModel, now, host), askedBy(config, model, now, host)];
  const tokens = mostTokens(choiceIn(answering), guidance, "x".repeat(MAX_QUESTION), true);
  const cost = (asked: typeof customer, { input, output }: { input: number; output: number }): number =>
    asked.kind === "synthetic" ? 0 : Math.ceil(input * asked.ceiling.input + output * asked.ceiling.output);
  return { mostCustomer: cost(customer, MOST_CUSTOMER), mostAnswer: cost(answering, tokens) };
}
async function hashOf(models: Models, guidance: Guidance): Promise<string> {
  const bytes = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify([models.customerModel, models.model, guidance])),
  );
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function estimateRun(ctx: Ctx, models: Models) {
  const [settings] = await ctx.db.read(readSettings(ctx.caller.projectId));
  const guidance = settings.current?.guidance ?? DEFAULT_GUIDANCE;
  const { mostCustomer, mostAnswer } = mostOf(ctx.config, models, guidance, ctx.clock.now(), ctx.url.hostname);
  return { customerUsd: mostCustomer / 1e6, answerUsd: mostAnswer / 1e6, shareUsd: shareOf(ctx.config) / 1e6 };
}

/** Throws what the contract names. */
export async function startRun(ctx: Ctx, wanted: Wanted): Promise<{ run: SimulationRun }> {
  const { projectId, accountId, role } = ctx.caller;
  const { clientId, customerModel, model, raised } = wanted;
  const scenarioIds = [...new Set(wanted.scenarioIds)];
  const [before, found, settings, version] = await ctx.db.read(
    readRunBy(projectId, clientId),
    readChosenCount(projectId, scenarioIds),
    readSettings(projectId),
    readVersion(projectId, wanted.guidanceVersion ?? 0),
  );
  if (before) return { run: before };
  if (found < scenarioIds.length || (wanted.guidanceVersion !== null && !version)) throw notFound();
  if (raised && role !== "owner") throw onlyOwners();
  const now = ctx.clock.now();
  const chosen = version ?? settings.current;
  const guidance = chosen?.guidance ?? DEFAULT_GUIDANCE;
  const { mostCustomer, mostAnswer } = mostOf(ctx.config, wanted, guidance, now, ctx.url.hostname);
  const budget = Math.floor(micros(wanted.budgetUsd));
  if (budget < mostCustomer + mostAnswer) throw budgetTooSmall(usd(mostCustomer + mostAnswer));
  if (!raised && budget > shareOf(ctx.config)) throw budgetTooLarge(usd(shareOf(ctx.config)));
  const run = {
    ...{ id: newId("simulationRun", now), projectId, clientId, scenarioIds, customerModel, model, guidance },
    ...{
      guidanceVersion: chosen?.version ?? 0,
      hash: await hashOf(wanted, guidance),
      budget,
      mostCustomer,
      mostAnswer,
      raised,
      by: accountId,
      now,
    },
  };
  const work = jobOf(projectId, run.id, now);
  const exists = runExists(run);
  const detail = { model, customer: customerModel, ...(raised ? { raised: usd(budget) } : {}) };
  const audit = { projectId, actor: ctx.caller, action: "simulations.run_started", detail, now };
  const [started] = await ctx.db.commitAndRead(
    [...writeRun(run), writeJobs([work], now, exists), writeAudit(audit, exists)],
    readRunBy(projectId, clientId),
  );
  if (!started) throw isUnderWay();
  if (started.id === run.id) wakeJobs(ctx, [work.id]);
  return { run: started };
}

export async function changeRun(ctx: Ctx, id: SimulationRunId, state: "paused" | "running" | "cancelled"): Promise<{ ok: true }> {
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
            audit(ctx, "simulations.run_cancelled", {}, isOpen(key)),
            ...writeEnded(key, "cancelled", null, now),
          ]
        : [writeResumed(key, now), writeJobs([work], now, isRunning(key))];
  const [after] = await ctx.db.commitAndRead(writes, readRun(key));
  if (after?.state !== state) throw hasChanged();
  if (state === "running") wakeJobs(ctx, [work.id]);
  return { ok: true };
}

export async function listRuns(ctx: Ctx, cursor: string | undefined) {
  const [found] = await ctx.db.read(readRuns(ctx.caller.projectId, decodeCursor(cursor)?.id, RUNS + 1));
  const items = found.slice(0, RUNS);
  const last = items.at(-1);
  return { items, next: found.length > RUNS && last ? encodeCursor([0, last.id]) : null };
}
export async function readOneRun(ctx: Ctx, id: SimulationRunId) {
  const [run] = await ctx.db.read(readRun({ projectId: ctx.caller.projectId, id }));
  if (!run) throw notFound();
  return { run };
}
export async function listItems(ctx: Ctx, id: SimulationRunId, cursor: string | undefined) {
  const key = { projectId: ctx.caller.projectId, id };
  const [run, found] = await ctx.db.read(readRun(key), readItems(key, decodeCursor(cursor)?.at ?? 0, ITEMS + 1));
  if (!run) throw notFound();
  const items = found.slice(0, ITEMS);
  const last = items.at(-1);
  return { items, next: found.length > ITEMS && last ? encodeCursor([last.place, id]) : null };
}
