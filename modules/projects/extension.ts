import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";

type Caller = Omit<Ctx, "caller">;
/** What a module ends when a project is deleted: statements of the one batch that ask `when`, and what closes after it. */
export interface ProjectDeletion {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
  readonly afterwards?: (ctx: Caller, projectId: ProjectId) => Promise<void>;
}
export const projectDeletion = extensionPoint<ProjectDeletion>("projectDeletion");
/** Told when a person is no longer a member: live connections close. */
export const membershipLost =
  extensionPoint<(ctx: Caller, which: { projectId: ProjectId; accountId: AccountId }) => Promise<void>>("membershipLost");
/** Told in the same batch when what a project shows to everybody changed, as its name, look or website: statements that ask `when`. */
export interface FaceChange {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
}
export const faceChange = extensionPoint<FaceChange>("faceChange");
/** Told in the same batch when somebody left the team, whom nothing may name any more. */
export const teamChange = extensionPoint<FaceChange>("teamChange");
