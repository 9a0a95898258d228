import { defineModule, provide } from "#kernel/module/index.ts";
import { projectCleanup } from "#modules/projects";
import { finishMerges, mergeJob } from "./merge-contact.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";

export const contactMergeModule = defineModule({
  name: "contact-merge",
  needs: ["contact-notes", "contacts", "conversations", "live-updates", "projects"],
  routes,
  jobs: [mergeJob],
  cron: [{ name: "finish merges of contacts", run: finishMerges }],
  provides: [provide(projectCleanup, { name: "contact merges", statements: (projectId, when) => writeProjectGone(projectId, when) })],
});
