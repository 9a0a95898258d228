import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

type SystemCtx = Omit<Ctx, "caller">;
/** What a module cleans up when a project is deleted: statements of the one batch, under the condition `when`, and what closes after it. */
export interface ProjectCleanup {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
  readonly afterwards?: (ctx: SystemCtx, projectId: ProjectId) => Promise<void>;
}
export const projectCleanup = extensionPoint<ProjectCleanup>("projectCleanup");
/** Called when a person is no longer a member: live connections are closed. */
export const membershipLost =
  extensionPoint<(ctx: SystemCtx, which: { projectId: ProjectId; accountId: AccountId }) => Promise<void>>("membershipLost");
/** Joins the batch that changes what a project shows publicly, such as its name, appearance or website: statements under the condition `when`. */
export interface ProjectChange {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
}
export const publicProfileChange = extensionPoint<ProjectChange>("faceChange");
/** Joins the batch in which a member leaves the team: nothing may name that person any more. */
export const teamChange = extensionPoint<ProjectChange>("teamChange");
