// Extension points that other modules provide to when projects and memberships change.
import type { AccountId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint, type Extensions } from "#kernel/module/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { StepName } from "./contract.ts";

/** What a page of the dashboard waits for: the addresses that it reads first, and its lazily loaded source files, by path in the repository. */
export interface PagePreload {
  readonly reads: readonly string[];
  readonly code: readonly string[];
}
/** For pages that the module knows. `path` is below the project's. */
export const pagePreload = extensionPoint<(projectId: string, path: string) => PagePreload | undefined>("pagePreload");

type SystemCtx = Omit<Ctx, "caller">;
/**
 * What a module does when a project is deleted: statements of the one batch, under the condition `when`, and what is closed after it.
 * `extensions` are the product's, for a module that lets others add statements in turn.
 */
export interface ProjectCleanup {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number, extensions: Extensions) => readonly SQL[];
  readonly afterwards?: (ctx: SystemCtx, projectId: ProjectId) => Promise<void>;
}
export const projectCleanup = extensionPoint<ProjectCleanup>("projectCleanup");
/** Called when somebody is no longer a member; closes live connections. */
export const membershipLost =
  extensionPoint<(ctx: SystemCtx, which: { projectId: ProjectId; accountId: AccountId }) => Promise<void>>("membershipLost");
/** What follows when more people may take work than before: statements of that batch, and what is done after it, which may get lost. */
export interface FollowUp {
  readonly statements: (projectId: ProjectId, now: number) => readonly SQL[];
  readonly afterwards: (ctx: SystemCtx, projectId: ProjectId) => Promise<void>;
}
/** Called when somebody accepts an invitation. */
export const memberJoined = extensionPoint<FollowUp>("memberJoined");
/**
 * Adds statements to the batch that changes what a project shows publicly, such as its name, appearance or website. They run under the
 * condition `when`.
 */
export interface ProjectChange {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number) => readonly SQL[];
}
export const publicProfileChange = extensionPoint<ProjectChange>("publicProfileChange");
/** One of the next steps of a new project, and the condition under which it has been taken. The condition has to be a bounded look-up. */
export interface NextStep {
  readonly name: StepName;
  readonly isDone: (projectId: ProjectId) => SQL;
}
export const nextStep = extensionPoint<NextStep>("nextStep");
/** Adds statements to the batch in which a member leaves the team: nothing may name that person any more. */
export const teamChange = extensionPoint<TeamChange>("teamChange");
export interface TeamChange {
  readonly name: string;
  readonly statements: (projectId: ProjectId, when: SQL, now: number, extensions: Extensions) => readonly SQL[];
}
