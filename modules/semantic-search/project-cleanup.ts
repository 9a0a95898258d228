// Removes the vectors of a deleted project.
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectCleanup } from "./queries.ts";

/** The job belongs to the installation, so it is not cancelled with the project's jobs. */
export const vectorCleanup = provide(projectCleanup, {
  name: "vectors",
  statements: (projectId, when, now) => [writeProjectCleanup(projectId, now, when)],
});
