// A run that no member starts by a request: what it would ask and cost, and the statements that start it.
import type { SQL } from "#kernel/db/index.ts";
import { type AccountId, newId, type ProjectId, type QuestionSetId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Guidance } from "#modules/assistant/contract";
import type { RunOrigin } from "../contract.ts";
import { type RunKey, runExists, writeRun } from "../queries.ts";
import { askedBy, hashOf, mostOf } from "../rules.ts";
import { jobOf } from "./job.ts";

/** What such a run asks; its budget is in millionths of a US dollar, and never raised above half of the project's day. */
export interface Planned {
  readonly projectId: ProjectId;
  readonly setId: QuestionSetId;
  readonly model: string;
  readonly guidance: Guidance;
  readonly guidanceVersion: number;
  readonly budget: number;
  readonly origin: Exclude<RunOrigin, "member">;
  /** Whose plan it is: it starts nothing once they are no admin any more. */
  readonly by: AccountId;
}
export interface PreparedRun {
  readonly key: RunKey;
  /** The most that one question may cost, in millionths of a US dollar. */
  readonly most: number;
  /** Starts the run where `when` holds, unless another one is open or there is nothing to ask. */
  readonly statements: (when: SQL) => readonly SQL[];
  readonly jobId: string;
}
/** Throws as `askedBy`: `not_configured`, or `invalid_request` for a text that names no model. */
export async function prepareRun(ctx: Pick<Ctx, "config" | "clock">, planned: Planned): Promise<PreparedRun> {
  const { projectId, model, guidance } = planned;
  const now = ctx.clock.now();
  const most = mostOf(askedBy(ctx.config, model, now), guidance);
  const id = newId("evaluationRun", now);
  const work = jobOf(projectId, id, now);
  const run = { ...planned, id, clientId: id, hash: await hashOf(model, guidance), most, raised: false, now };
  return {
    key: { projectId, id },
    most,
    statements: (when) => [...writeRun(run, when), writeJobs([work], now, runExists(run))],
    jobId: work.id,
  };
}
