import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "drizzle-orm";

type SystemCtx = Omit<Ctx, "caller">;
/** What a module ends when a project is deleted: statements of the one batch that ask `when`, and what closes after it. */
export interface ProjectCleanup {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
  readonly afterwards?: (ctx: SystemCtx, projectId: ProjectId) => Promise<void>;
}
export const projectCleanup = extensionPoint<ProjectCleanup>("projectDeletion");
/** Told when a person is no longer a member: live connections close. */
export const membershipLost =
  extensionPoint<(ctx: SystemCtx, which: { projectId: ProjectId; accountId: AccountId }) => Promise<void>>("membershipLost");
/** Told in the same batch when what a project shows to everybody changed, as its name, look or website: statements that ask `when`. */
export interface ProjectChange {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
}
export const publicProfileChange = extensionPoint<ProjectChange>("faceChange");
/** Told in the same batch when somebody left the team, whom nothing may name any more. */
export const teamChange = extensionPoint<ProjectChange>("teamChange");
