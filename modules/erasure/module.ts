import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { eraseJob, finishErasures, jobStep } from "./erase-contact.ts";
import { routes } from "./routes.ts";

export const erasure = defineModule({
  name: "erasure",
  needs: ["accounts", "contacts", "projects"],
  routes,
  jobs: [eraseJob],
  cron: [{ name: "finish erasures", run: finishErasures }],
  provides: [provide(contactErasure, jobStep)],
});
