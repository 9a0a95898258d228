// Building blocks of a render run: steps that resume where they stopped, and the limit of a slice.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readNewest } from "../run-queries.ts";

/** Statements per slice. An invocation may run about 900, and the step under way when the limit is checked still needs some. */
const ENOUGH = 600;
export const isSliceFull = (ctx: Ctx): boolean => ctx.db.cost.statements > ENOUGH;

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
  const [newest] = await ctx.db.read(readNewest(projectId));
  return newest !== undefined && newest[which] !== jobId;
}
