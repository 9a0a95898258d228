import { defineModule } from "#kernel/module/index.ts";
import {
  authorRenamed,
  memberLeft,
  closeWithProject,
  removePagesWithProject,
  publicProfileChanged,
  removeAbandonedRuns,
} from "./pages/follow-changes.ts";
import { publicImage, removeImagesWithProject } from "./images/public-image.ts";
import { render } from "./pages/render.ts";
import { routes } from "./routes.ts";

export const helpCenter = defineModule({
  name: "help-center",
  needs: ["accounts", "articles", "email", "files", "help-insights", "projects", "retrieval"],
  routes,
  jobs: [render],
  cron: [{ name: "sweep runs of pages", run: removeAbandonedRuns }],
  provides: [
    closeWithProject,
    removePagesWithProject,
    removeImagesWithProject,
    publicImage,
    publicProfileChanged,
    memberLeft,
    authorRenamed,
  ],
});
