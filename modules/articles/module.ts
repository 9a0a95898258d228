import { defineModule, provide } from "#kernel/module/index.ts";
import { publicFile } from "#modules/files";
import { projectLanguages } from "#modules/knowledge-sources";
import { projectCleanup } from "#modules/projects";
import { sweepArticleFiles } from "./files/cron.ts";
import { isPublished, writeEndFiles } from "./files/queries.ts";
import { indexAgain } from "./index-articles.ts";
import { languagesOf } from "./languages.ts";
import { publishDue } from "./publish-scheduled.ts";
import { routes } from "./routes.ts";
import { writeUnscheduledOfProject } from "./writes.ts";

export const articles = defineModule({
  name: "articles",
  needs: ["accounts", "files", "knowledge-sources", "projects", "retrieval"],
  routes,
  jobs: [indexAgain],
  cron: [
    { name: "publish scheduled articles", run: publishDue },
    { name: "sweep article files", run: sweepArticleFiles },
  ],
  provides: [
    provide(publicFile, isPublished),
    provide(projectLanguages, languagesOf),
    provide(projectCleanup, {
      name: "articles",
      statements: (projectId, when, now) => [writeUnscheduledOfProject(projectId, when), writeEndFiles(projectId, now, when)],
    }),
  ],
});
