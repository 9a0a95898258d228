import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectCleanup } from "./queries.ts";

/** The vectors of a deleted project go from the store. The work is the installation's own, so it does not end with the project's. */
export const vectorCleanup = provide(projectCleanup, {
  name: "vectors",
  statements: (projectId, when, now) => [writeProjectCleanup(projectId, now, when)],
});
