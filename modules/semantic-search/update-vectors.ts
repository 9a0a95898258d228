// Keeps vectors up to date in bounded rounds: removes, moves, updates and creates them.
import { seconds } from "#kernel/clock/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { ceilingsOf, dayOf, micros, nextDay, readSpending } from "#modules/ai";
import { m } from "#messages";
import * as v from "valibot";
import { embedDocuments, updatePayloads } from "./embed-documents.ts";
import { type DueDocument, readDue, readProjectToClean, readWork, writeMisplacedDue, writePostponed } from "./queries.ts";
import { removeProject, removeVectors } from "./remove-vectors.ts";
import { tryAgainAt } from "./rules.ts";
import { ServiceError } from "./call-service.ts";
import { completeSetup } from "./setup.ts";
import { CHECK_EVERY, OpenStore } from "./store/open-store.ts";

/** Rounds per invocation, and its time limit, so that other jobs get their turn. */
const ROUNDS = 8;
const ENOUGH = seconds(25);
/** Documents and chunks per round. A document with more chunks is a round of its own. */
const DOCUMENTS = 40;
const CHUNKS = 96;

const makeVectors = job("knowledge.vectors", v.strictObject({}));
/** One job for the installation, so that only one runner works at a time. */
const KEY = "knowledge.vectors";
export const vectorsJob = handle(makeVectors, (ctx) => updateVectors(ctx));

/** Stores the job if there is work, and checks the store from time to time. */
export async function wakeVectors(ctx: Ctx): Promise<void> {
  const setup = completeSetup(ctx.config);
  if (!setup) return;
  const now = ctx.clock.now();
  const open = await OpenStore.of(ctx, setup);
  if (open.state.retryAt > now) return;
  const [some] = await ctx.db.read(readWork(now, open.placeText));
  if (!some && open.state.checkedAt > now - CHECK_EVERY) return;
  // The schedule runs due jobs after this.
  await ctx.db.commit([
    writeJobs([{ id: newId("job", now), kind: makeVectors.kind, key: KEY, payload: {}, projectId: null, dueAt: now }], now),
    writeRequeue(KEY, now),
  ]);
}

async function updateVectors(ctx: Ctx): Promise<void | "again"> {
  const setup = completeSetup(ctx.config);
  if (!setup) return;
  const began = ctx.clock.now();
  const open = await OpenStore.of(ctx, setup);
  if (open.state.retryAt > began) return;
  try {
    if (open.state.checkedAt <= began - CHECK_EVERY || open.state.error !== null) await open.check();
    for (let round = 0; round < ROUNDS && ctx.clock.now() - began < ENOUGH; round += 1) if (!(await doRound(ctx, open))) return;
    return "again";
  } catch (error) {
    const trouble = error instanceof Refusal ? new ServiceError("settings", error.message) : error;
    if (!(trouble instanceof ServiceError)) throw error;
    ctx.log.warn("search by meaning has to wait", { kind: trouble.kind, reason: trouble.message });
    await open.fail(trouble);
  }
}

/** Returns false if there was nothing to do. */
async function doRound(ctx: Ctx, open: OpenStore): Promise<boolean> {
  const now = ctx.clock.now();
  const place = open.placeText;
  const [end, due] = await ctx.db.commitAndRead(
    [writeMisplacedDue(place, now, DOCUMENTS)],
    readProjectToClean(now),
    readDue(now, DOCUMENTS),
  );
  if (end !== undefined) {
    await removeProject(ctx, open, end);
    return true;
  }
  if (due.length === 0) return false;
  await removeVectors(
    ctx,
    open,
    due.filter(({ document }) => document === null),
  );
  const written = due.filter(isWritten);
  const settled = written.filter((row) => row.place === place && row.hash === row.document.hash);
  if (settled.length > 0 && open.place !== undefined) await updatePayloads(ctx, open, open.place.collection, settled);
  const rest = await withinCeilings(
    ctx,
    written.filter((row) => !settled.includes(row)),
  );
  const taken = roundOf(rest);
  if (taken.length > 0) await embedOrPostpone(ctx, open, taken);
  return true;
}
type Written = DueDocument & { readonly document: NonNullable<DueDocument["document"]> };
const isWritten = (row: DueDocument): row is Written => row.document !== null;

/** The documents that fit into a round. */
function roundOf(rows: readonly Written[]): Written[] {
  let chunks = 0;
  const end = rows.findIndex(({ document }) => (chunks += document.chunks) > CHUNKS);
  return rows.slice(0, end === -1 ? rows.length : Math.max(1, end));
}

/** Embeds them together. If some of the texts are refused, retries them one by one, so that only those are postponed. */
async function embedOrPostpone(ctx: Ctx, open: OpenStore, rows: readonly Written[]): Promise<void> {
  try {
    await embedDocuments(ctx, open, rows);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "input") throw error;
    const [only, ...others] = rows;
    if (only === undefined) return;
    if (others.length > 0) {
      for (const row of rows) await embedOrPostpone(ctx, open, [row]);
      return;
    }
    await ctx.db.commit([writePostponed(rows, tryAgainAt(ctx.clock.now(), only.attempts), error.message)]);
  }
}

/** Postpones the documents of projects that have reached today's spending limit. */
async function withinCeilings(ctx: Ctx, rows: readonly Written[]): Promise<readonly Written[]> {
  if (rows.length === 0) return rows;
  const now = ctx.clock.now();
  const [costs] = await ctx.db.read(readSpending([...new Set(rows.map(({ projectId }) => projectId))], dayOf(now)));
  const over = rows.filter(({ projectId }) => hasReachedLimit(ctx, projectId, costs));
  if (over.length === 0) return rows;
  await ctx.db.commit([writePostponed(over, nextDay(now), m.semantic_search_ceiling())]);
  return rows.filter((row) => !over.includes(row));
}
/** Whether the project has reached today's spending limit. */
const hasReachedLimit = (ctx: Pick<Ctx, "config">, projectId: ProjectId, costs: ReadonlyMap<string, number>): boolean =>
  (costs.get(projectId) ?? 0) >= micros(ceilingsOf(ctx.config).spendUsdPerProject);
