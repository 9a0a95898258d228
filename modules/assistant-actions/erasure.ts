// Erases what actions have stored of a contact: requests that wait, and its runs in the log.
import { erasureStep } from "#modules/contacts";
import { readKeysOfContact, selectOfContact, writeGone } from "./run-queries.ts";

export const requestsErasure = erasureStep<string>({
  name: "assistant-actions.requests",
  listKeys: ({ projectId, contactId }, _after, limit) => readKeysOfContact("assistant_action_requests", projectId, contactId, limit),
  clear: ({ projectId }, ids) => [{ statement: writeGone("assistant_action_requests", projectId, ids) }],
});

export const runsErasure = erasureStep<string>({
  name: "assistant-actions.runs",
  preview: async (_ctx, { projectId, contactId }) => ({ actions: selectOfContact("assistant_action_runs", projectId, contactId) }),
  listKeys: ({ projectId, contactId }, _after, limit) => readKeysOfContact("assistant_action_runs", projectId, contactId, limit),
  clear: ({ projectId }, ids) => [{ statement: writeGone("assistant_action_runs", projectId, ids), report: { kind: "actions" } }],
});
