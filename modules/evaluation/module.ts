import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { itemStep } from "./erasure.ts";
import { mergeSteps } from "./merge.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";
import { evaluationHandler } from "./runs/ask-questions.ts";

export const evaluation = defineModule({
  name: "evaluation",
  needs: ["accounts", "ai", "articles", "assistant", "claim-verification", "contacts", "projects", "question-sets", "retrieval"],
  routes,
  jobs: [evaluationHandler],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(contactErasure, itemStep),
    provide(projectCleanup, { name: "evaluation", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
