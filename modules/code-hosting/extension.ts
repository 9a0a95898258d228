// Extension point of code hosting: what waits for a connection.
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** A statement of the batch in which a project is connected again: what could not ask GitHub is due. `when`: whether it was connected. */
export const connectedAgain = extensionPoint<(projectId: ProjectId, now: number, when: SQL) => SQL>("connectedAgain");
