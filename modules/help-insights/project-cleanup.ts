// Stops the scheduled searches of a deleted project.
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeStopGapSearches } from "./reader-queries.ts";

export const insightsOfDeletedProject = provide(projectCleanup, {
  name: "insights",
  statements: (projectId, when) => writeStopGapSearches(projectId, when),
});
