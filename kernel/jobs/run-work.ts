// The work of a run: one job that repeats itself, slice by slice.
import { type SQL, sql } from "#kernel/db/index.ts";
import { PREFIXES, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx, Job } from "#kernel/module/types.ts";
import { wakeJobs } from "./dispatch.ts";
import { writeJobs, writeRequeue } from "./queries.ts";

/** Statements after which a slice ends in any case: the invocation, which may make about 900, may have done other work before. */
const ENOUGH = 600;

export interface RunWork {
  /** The job to wake once the statements are committed. */
  readonly id: string;
  readonly statements: SQL[];
}

/**
 * The statements that set a run to work, if `when` holds. The id of its job is derived from the run's, so that whoever revives the run can
 * wake it.
 */
export function workOfRun<P>(
  { kind }: Job<P>,
  run: { readonly id: string; readonly projectId: ProjectId },
  payload: P,
  now: number,
  when: SQL,
): RunWork {
  const id = `${PREFIXES.job}${run.id.slice(run.id.indexOf("_"))}`;
  const key = `${kind}:${run.id}`;
  const fresh = { id, kind, key, payload, projectId: run.projectId, dueAt: now };
  return { id, statements: [writeJobs([fresh], now, when), writeRequeue(key, now, when)] };
}

/** Sets runs to work again that waited, or whose job was lost. */
export async function reviveRuns<R>(ctx: Ctx, runs: readonly R[], workOf: (run: R, now: number, when: SQL) => RunWork): Promise<void> {
  const now = ctx.clock.now();
  for (const run of runs) {
    const { id, statements } = workOf(run, now, sql`1`);
    await ctx.db.commit(statements);
    wakeJobs(ctx, [id]);
  }
}

/** Begins a slice: the function tells whether it has lasted `ms`, or made so many statements, and should end. */
export function sliceOf(ctx: Pick<Ctx, "clock" | "db">, most: { readonly ms: number; readonly statements: number }): () => boolean {
  const until = ctx.clock.now() + most.ms;
  const last = Math.min(ctx.db.cost.statements + most.statements, ENOUGH);
  return () => ctx.clock.now() > until || ctx.db.cost.statements > last;
}
