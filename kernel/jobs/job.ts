// A job is a definition plus a handler, delivered at least once. The row is the work; queue messages only wake it.
import type { Ctx, Job, JobHandler, JobMeta } from "#kernel/module/vocabulary.ts";
import type * as v from "valibot";

/** Declares a job. Payloads hold ids only: never secrets, tokens or texts of people. */
export const job = <P>(kind: string, payload: v.GenericSchema<unknown, P>): Job<P> => ({ kind, payload });
/** Joins a job with what runs it. The handler is idempotent: it may run again after any point. */
export const handle = <P>(definition: Job<P>, run: (ctx: Ctx, payload: P, meta: JobMeta) => ReturnType<JobHandler["run"]>): JobHandler => ({
  job: definition,
  run: run as JobHandler["run"],
});
