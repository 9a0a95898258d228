// Erasure step: empties the questions that were made from a contact's conversations, in every version of every set.
import type { SetQuestionId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readQuestionsOf, writeErased } from "./queries.ts";

export const questionStep = erasureStep<SetQuestionId>({
  name: "question-sets.questions",
  listKeys: ({ projectId, contactId }, after, limit) => readQuestionsOf(projectId, contactId, after, limit),
  clear: ({ projectId }, ids, now) => writeErased(projectId, ids, now).map((statement) => ({ statement })),
});
