import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { imageHandler } from "./runs/make-images.ts";
import { sweepUnused } from "./sweep.ts";

export const imageStudio = defineModule({
  name: "image-studio",
  needs: ["accounts", "ai", "articles", "files", "projects"],
  routes,
  jobs: [imageHandler],
  cron: [{ name: "remove images that nobody uses", run: sweepUnused }],
  provides: [provide(projectCleanup, { name: "image studio", statements: (projectId, when) => writeProjectGone(projectId, when) })],
});
