import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { questionStep } from "./erasure.ts";
import { mergeSteps } from "./merge.ts";
import { writeProjectGone } from "./queries.ts";
import { routes } from "./routes.ts";

export const questionSets = defineModule({
  name: "question-sets",
  needs: ["accounts", "assistant", "assistant-learning", "contacts", "conversations", "projects", "retrieval"],
  routes,
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    provide(contactErasure, questionStep),
    provide(projectCleanup, { name: "question sets", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
