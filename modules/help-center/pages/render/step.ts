// The building blocks of a rendering: steps that resume where they stopped, and the limit of a slice.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readNewest } from "../run-queries.ts";

/** Statements of one slice: an invocation may ask about 900, and what follows the last check takes its share. */
const ENOUGH = 600;
export const enough = (ctx: Ctx): boolean => ctx.db.cost.statements > ENOUGH;

/** Does a part of a step from `at`, and answers where to go on; undefined: the step is done. */
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

/** Whether a later run draws the same. */
export async function isOvertaken(ctx: Ctx, projectId: ProjectId, which: "whole" | "sitemap", jobId: string): Promise<boolean> {
  const [newest] = await ctx.db.read(readNewest(projectId));
  return newest !== undefined && newest[which] !== jobId;
}
