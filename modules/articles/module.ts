import { defineModule, provide } from "#kernel/module/index.ts";
import { publicFile } from "#modules/files";
import { projectLanguages } from "#modules/knowledge-sources";
import { nextStep, projectCleanup } from "#modules/projects";
import { removeUnusedFiles } from "./files/cron.ts";
import { isPublished, writeReleaseFilesOfProject } from "./files/queries.ts";
import { indexJobHandler } from "./index-articles.ts";
import { hasArticle } from "./list-queries.ts";
import { languagesOf } from "./languages.ts";
import { publishScheduled } from "./publish-scheduled.ts";
import { routes } from "./routes.ts";
import { writeUnscheduledOfProject } from "./writes.ts";

export const articles = defineModule({
  name: "articles",
  needs: ["accounts", "files", "knowledge-sources", "projects", "retrieval"],
  routes,
  jobs: [indexJobHandler],
  cron: [
    { name: "publish scheduled articles", run: publishScheduled },
    { name: "sweep article files", run: removeUnusedFiles },
  ],
  provides: [
    provide(publicFile, isPublished),
    provide(projectLanguages, languagesOf),
    provide(nextStep, { name: "article", isDone: hasArticle }),
    provide(projectCleanup, {
      name: "articles",
      statements: (projectId, when, now) => [writeUnscheduledOfProject(projectId, when), writeReleaseFilesOfProject(projectId, now, when)],
    }),
  ],
});
