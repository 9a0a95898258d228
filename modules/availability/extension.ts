// Extension point of the availability of members.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

/** What follows when a member chose online: statements of its batch, and what is done after it, which may get lost. */
export interface BecameAvailable {
  readonly statements: (projectId: ProjectId, now: number) => readonly SQL[];
  readonly afterwards: (ctx: Omit<Ctx, "caller">, projectId: ProjectId) => Promise<void>;
}
export const becameAvailable = extensionPoint<BecameAvailable>("becameAvailable");
