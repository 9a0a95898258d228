// Building blocks of a render run: steps that resume where they stopped, and the budget of a slice.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readLatestRuns } from "../run-queries.ts";

/**
 * Statements that a slice may have sent before it stops and continues in another invocation. An invocation may send about 900; the
 * step under way when the budget is checked still needs some.
 */
const STATEMENT_BUDGET = 600;
export const isBudgetSpent = (ctx: Ctx): boolean => ctx.db.cost.statements > STATEMENT_BUDGET;

/** Does part of a step from `at` and returns where to resume; undefined when the step is done. */
export type Step = (at: string | undefined) => Promise<string | undefined>;

export const once =
  (work: () => Promise<void>): Step =>
  async () => {
    await work();
    return undefined;
  };

export const numbered =
  (work: (from: number) => Promise<number | undefined>): Step =>
  async (from) => {
    const next = await work(Number(from ?? 0));
    return next === undefined ? undefined : String(next);
  };

/** Whether a later run has begun, which renders the same pages. */
export async function isSuperseded(ctx: Ctx, projectId: ProjectId, which: "whole" | "sitemap", jobId: string): Promise<boolean> {
  const [latest] = await ctx.db.read(readLatestRuns(projectId));
  return latest !== undefined && latest[which] !== jobId;
}
