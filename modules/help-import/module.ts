import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeAbortImportsOfProject } from "./queries.ts";
import { routes } from "./routes.ts";
import { resumeImports, importJobHandler } from "./run-import.ts";

export const helpImport = defineModule({
  name: "help-import",
  needs: ["accounts", "articles", "projects", "retrieval"],
  routes,
  jobs: [importJobHandler],
  cron: [{ name: "go on with imports", run: resumeImports }],
  provides: [provide(projectCleanup, { name: "imports", statements: (projectId, when) => writeAbortImportsOfProject(projectId, when) })],
});
