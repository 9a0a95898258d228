// Insights of a deleted project.
import { provide } from "#kernel/module/index.ts";
import { projectDeletion } from "#modules/projects";
import { writeStopGapSearches } from "./reader-queries.ts";

export const insightsOfDeletedProject = provide(projectDeletion, {
  name: "insights",
  statements: (projectId, when) => writeStopGapSearches(projectId, when),
});
