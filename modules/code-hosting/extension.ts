// What higher modules do when something happens to a project's repositories, and what waits for a connection.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** A statement of the batch in which a project is connected again: what could not ask GitHub is due. `when`: whether it was connected. */
export const connectedAgain = extensionPoint<(projectId: ProjectId, now: number, when: SQL) => SQL>("connectedAgain");
/** Each answers statements for the batch in which it is stored. */
export interface RepositoryFollower {
  /** Something was pushed, released or discussed in it, or its visibility was changed. */
  readonly changed: (projectId: ProjectId, repository: string, now: number) => SQL[];
  readonly renamed: (projectId: ProjectId, from: string, to: string) => SQL[];
  /** It is no longer one of the project's; undefined: none is, because the project was disconnected. */
  readonly left: (projectId: ProjectId, repository: string | undefined, now: number) => SQL[];
}
export const repositoryFollower = extensionPoint<RepositoryFollower>("repositoryFollower");
