import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeEndImports } from "./queries.ts";
import { routes } from "./routes.ts";
import { goOnWithImports, importing } from "./run-import.ts";

export const helpImport = defineModule({
  name: "help-import",
  needs: ["accounts", "articles", "projects", "retrieval"],
  routes,
  jobs: [importing],
  cron: [{ name: "go on with imports", run: goOnWithImports }],
  provides: [provide(projectCleanup, { name: "imports", statements: (projectId, when) => writeEndImports(projectId, when) })],
});
