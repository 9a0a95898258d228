import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { mergeSteps } from "./merge.ts";
import { groupQuestions, searchGapsAgain, removeOldInsights } from "./cron.ts";
import { readerErasure } from "./erasure.ts";
import { insightsOfDeletedProject } from "./project-cleanup.ts";
import { routes } from "./routes.ts";

export const helpInsights = defineModule({
  name: "help-insights",
  needs: ["articles", "contacts", "projects", "retrieval"],
  routes,
  cron: [
    { name: "group questions", run: groupQuestions },
    { name: "look for answers to gaps", run: searchGapsAgain },
    { name: "sweep insights", run: removeOldInsights },
  ],
  provides: [...mergeSteps.map((step) => provide(contactMerge, step)), provide(contactErasure, readerErasure), insightsOfDeletedProject],
});
