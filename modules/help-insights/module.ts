import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { groupQuestions, lookAgain, sweepInsights } from "./cron.ts";
import { readerStep } from "./erasure.ts";
import { endInsights } from "./project-cleanup.ts";
import { routes } from "./routes.ts";

export const helpInsights = defineModule({
  name: "help-insights",
  needs: ["articles", "contacts", "projects", "retrieval"],
  routes,
  cron: [
    { name: "group questions", run: groupQuestions },
    { name: "look for answers to gaps", run: lookAgain },
    { name: "sweep insights", run: sweepInsights },
  ],
  provides: [provide(contactErasure, readerStep), endInsights],
});
