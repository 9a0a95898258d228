// Writes a note that holds a proposed reply. Sending it stays a member's decision.
import type { TokenPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { ClientId, prose } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { apiTokenHolds } from "#modules/api-tokens";
import { isActive } from "#modules/contacts";
import { contactOf, defineAuthor, newNote, readSummary, record } from "#modules/conversations";
import { ConversationIdField, MAX_CONTENT } from "#modules/conversations/contract";
import * as v from "valibot";
import { NOTES_WRITE } from "../scopes.ts";
import { defineTool } from "../tool.ts";

/** The author of proposed replies. Not `assistant`: that is what answers customers. */
export const tokenAuthor = defineAuthor<TokenPrincipal>({
  kind: "token",
  role: "system",
  scope: ({ tokenId }) => `token:${tokenId}`,
  actorId: ({ tokenId }) => tokenId,
  mayWrite: ({ projectId, tokenId }) => apiTokenHolds(projectId, tokenId),
});

export const proposeReply = defineTool({
  name: "propose_reply",
  scope: NOTES_WRITE,
  title: m.mcp_propose_title,
  description: m.mcp_propose_description,
  readOnly: false,
  input: v.strictObject({ conversationId: ConversationIdField, clientId: ClientId, reply: prose(MAX_CONTENT) }),
  async run(ctx, { conversationId, clientId, reply }) {
    const { projectId, name } = ctx.caller;
    // The refusal of `record` would tell an erased contact's conversation from a missing one.
    const [row] = await ctx.db.read(readSummary([], projectId, conversationId, null));
    if (row?.contact.state !== "active") throw notFound();
    const { event, repeated } = await record(ctx, {
      conversationId,
      clientId,
      event: newNote({ content: reply, attachments: [], origin: { door: "api", automatic: null, proposal: { by: name } } }),
      requires: {
        when: isActive(projectId, contactOf(projectId, conversationId)),
        explain: () => Promise.reject(notFound()),
      },
    });
    const data = { conversationId, revision: event.revision, repeated, note: m.mcp_proposed() };
    return { data, count: repeated ? 0 : 1, foreign: false };
  },
});
