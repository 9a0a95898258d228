// What is known of a lead, for those that write to it.
import type { LeadId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Answer, type Criterion, currentAnswers, currentStatements, type Statement } from "./contract.ts";
import { readAnswers, readCriteria, readRuns, readStatements } from "./queries.ts";

export interface Known {
  readonly criteria: readonly Criterion[];
  /** Those that count now and rest on a quote; what somebody wrote without one is left out. */
  readonly statements: readonly (Statement & { readonly url: string; readonly quote: string })[];
  /** The answer to each criterion that counts now. */
  readonly answers: ReadonlyMap<string, Answer>;
}
/** What counts now of what runs found and members wrote. Empty for a lead that is not of the project. */
export async function readKnown(ctx: Pick<Ctx, "db" | "clock">, projectId: ProjectId, leadId: LeadId): Promise<Known> {
  const of = { projectId, leadId };
  const [runs, statements, answers, { criteria }] = await ctx.db.read(
    readRuns(of, ctx.clock.now()),
    readStatements(of),
    readAnswers(of),
    readCriteria(projectId),
  );
  return {
    criteria,
    statements: currentStatements(statements, runs).flatMap((one) =>
      one.url === null || one.quote === null ? [] : [{ ...one, url: one.url, quote: one.quote }],
    ),
    answers: currentAnswers(answers, runs),
  };
}
