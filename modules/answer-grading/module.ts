import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure, contactMerge } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { erasureSteps } from "./erasure.ts";
import { judgingHandler } from "./judging/judge-answers.ts";
import { mergeSteps } from "./merge.ts";
import { routes } from "./routes.ts";
import { writeProjectGone } from "./store/gone.ts";

export const answerGrading = defineModule({
  name: "answer-grading",
  needs: ["accounts", "ai", "contacts", "evaluation", "projects", "question-sets"],
  routes,
  jobs: [judgingHandler],
  provides: [
    ...mergeSteps.map((step) => provide(contactMerge, step)),
    ...erasureSteps.map((step) => provide(contactErasure, step)),
    provide(projectCleanup, { name: "answer grading", statements: (projectId, when) => writeProjectGone(projectId, when) }),
  ],
});
