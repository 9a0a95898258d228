// What higher modules do when something happens to a project's repositories.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** Each answers statements for the batch in which it is stored. */
export interface RepositoryFollower {
  /** Something was pushed, released or discussed in it, or its visibility was changed. */
  readonly changed: (projectId: ProjectId, repository: string, now: number) => SQL[];
  readonly renamed: (projectId: ProjectId, from: string, to: string) => SQL[];
  /** It is no longer one of the project's; undefined: none is, because the project was disconnected. */
  readonly left: (projectId: ProjectId, repository: string | undefined, now: number) => SQL[];
}
export const repositoryFollower = extensionPoint<RepositoryFollower>("repositoryFollower");
