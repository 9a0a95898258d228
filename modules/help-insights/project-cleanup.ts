// Insights of a deleted project.
import { provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndInsights } from "./reader-queries.ts";

export const endInsights = provide(projectCleanup, {
  name: "insights",
  statements: (projectId, when) => writeEndInsights(projectId, when),
});
