// Erasure step: what was answered to questions that were made from a contact's conversations.
import { erasureStep } from "#modules/contacts";
import { readItemsOf, writeErased } from "./queries.ts";

export const itemStep = erasureStep<readonly [string, number]>({
  name: "evaluation.items",
  listKeys: ({ projectId, contactId }, after, limit) => readItemsOf(projectId, contactId, after, limit),
  clear: ({ projectId }, keys, now) => [{ statement: writeErased(projectId, keys, now) }],
});
