// Declares jobs and their handlers. The row is the work, delivered at least once; queue messages only wake it.
import type { Ctx, Job, JobHandler, JobMeta } from "#kernel/module/types.ts";
import type * as v from "valibot";

/** Declares a job. Payloads hold ids only: never secrets, tokens or text that people wrote. */
export const job = <P>(kind: string, payload: v.GenericSchema<unknown, P>): Job<P> => ({ kind, payload });
/** Connects a job with its handler. The handler must be idempotent: it may run again from any point. */
export const handle = <P>(definition: Job<P>, run: (ctx: Ctx, payload: P, meta: JobMeta) => ReturnType<JobHandler["run"]>): JobHandler => ({
  job: definition,
  run: run as JobHandler["run"],
});
