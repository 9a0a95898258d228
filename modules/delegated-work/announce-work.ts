// Tells members that delegated work has changed, and with it perhaps what waits for them.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { announceChanged } from "#modules/live-updates";
import { countWaitingWork, listWaitingWork, readDelegation } from "./contract.ts";

export function announceWork(ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId): void {
  for (const route of [readDelegation, listWaitingWork, countWaitingWork]) announceChanged(ctx, projectId, route);
}
