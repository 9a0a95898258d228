// Wire contract of the draft that a model writes, which tells a customer what became of an issue. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

/** Characters of a draft. */
export const MAX_TOLD = 3000;
/**
 * Has the project's model write it, from what the customer can read of the conversation and what became of the issue. Nothing is stored or
 * sent. 409 `conflict` for an issue that is open, or of which the customer has written nothing.
 */
export const writeCustomerDraft = route({
  name: "writeCustomerDraft",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/code-issues/:issueId/draft",
  who: "member",
  params: { projectId: idOf("project"), conversationId: ConversationIdField, issueId: idOf("codeIssue") },
  body: v.strictObject({}),
  reply: v.object({ text: v.string() }),
  errors: ["conflict", "not_configured", "ai_unavailable", "unavailable"],
});
