// A job is a definition plus a handler, delivered at least once. The row is the work; queue messages are hints.
import type { Ctx } from "#kernel/module/ctx.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type * as v from "valibot";

export interface Job<P = unknown> {
  readonly kind: string;
  readonly payload: v.GenericSchema<unknown, P>;
}
export interface JobHandler {
  readonly job: Job;
  readonly run: (ctx: Ctx, payload: never, meta: JobMeta) => Promise<void>;
}
export interface JobMeta {
  readonly jobId: string;
  readonly projectId: ProjectId | null;
  readonly attempts: number;
}
/** Declares a job. Payloads hold ids only: never secrets, tokens or texts of people. */
export const job = <P>(kind: string, payload: v.GenericSchema<unknown, P>): Job<P> => ({ kind, payload });
/** Joins a job with what runs it. The handler is idempotent: it may run again after any point. */
export const handle = <P>(definition: Job<P>, run: (ctx: Ctx, payload: P, meta: JobMeta) => Promise<void>): JobHandler => ({ job: definition, run: run as JobHandler["run"] });
