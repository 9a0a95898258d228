import { defineModule, provide } from "#kernel/module/index.ts";
import { contactMerge, contactErasure } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { mergeSteps } from "./merge.ts";
import { proposalStep } from "./erasure.ts";
import { gapHandler, unansweredListener } from "./note-gap.ts";
import { forgetOld, foundBadListener, proposeHandler, replyListener } from "./propose.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";

export const assistantLearning = defineModule({
  name: "assistant-learning",
  needs: [
    "accounts",
    "ai",
    "articles",
    "assistant",
    "assistant-outcomes",
    "contacts",
    "conversations",
    "help-insights",
    "knowledge-sources",
    "projects",
  ],
  routes,
  jobs: [proposeHandler, gapHandler],
  listens: [replyListener, foundBadListener, unansweredListener],
  cron: [{ name: "forget old proposals", run: forgetOld }],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(contactErasure, proposalStep),
    provide(projectCleanup, { name: "assistant-learning", statements: (projectId, when) => [writeProjectGone(projectId, when)] }),
  ],
});
