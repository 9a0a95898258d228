// Says that what members share is another, without a sequence.
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { projectCoordinator } from "./coordinators.ts";
import { changedFrame } from "./frames.ts";

/**
 * Tells members that what a route reads has changed; with `only` none but these. Whoever misses the frame reads it again with the next visit
 * of the window.
 */
export const announceChanged = (
  ctx: Pick<Ctx, "env" | "after">,
  projectId: ProjectId,
  route: { readonly name: string },
  only?: readonly AccountId[],
): void => ctx.after(projectCoordinator(ctx.env, projectId).publish(changedFrame(route), only));
