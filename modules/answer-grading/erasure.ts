// Erasure steps: what a judge and people said of answers to questions that were made from a contact's conversations.
import { erasureStep } from "#modules/contacts";
import {
  type ChoiceKey,
  type GradedKey,
  type JudgementKey,
  readChoicesOf,
  readGradedOf,
  readJudgementsOf,
  readVerdictsOf,
  type VerdictKey,
  writeChoicesErased,
  writeGradedErased,
  writeJudgementsErased,
  writeVerdictsErased,
} from "./store/gone.ts";

export const erasureSteps = [
  erasureStep<JudgementKey>({
    name: "answer-grading.judgements",
    listKeys: ({ projectId, contactId }, after, limit) => readJudgementsOf(projectId, contactId, after, limit),
    clear: ({ projectId }, keys, now) => [{ statement: writeJudgementsErased(projectId, keys, now) }],
  }),
  erasureStep<ChoiceKey>({
    name: "answer-grading.choices",
    listKeys: ({ projectId, contactId }, after, limit) => readChoicesOf(projectId, contactId, after, limit),
    clear: ({ projectId }, keys, now) => [{ statement: writeChoicesErased(projectId, keys, now) }],
  }),
  erasureStep<VerdictKey>({
    name: "answer-grading.verdicts",
    listKeys: ({ projectId, contactId }, after, limit) => readVerdictsOf(projectId, contactId, after, limit),
    clear: ({ projectId }, keys) => [{ statement: writeVerdictsErased(projectId, keys) }],
  }),
  erasureStep<GradedKey>({
    name: "answer-grading.decisions",
    listKeys: ({ projectId, contactId }, after, limit) => readGradedOf(projectId, contactId, after, limit),
    clear: ({ projectId }, keys, now) => [{ statement: writeGradedErased(projectId, keys, now) }],
  }),
] as const;
