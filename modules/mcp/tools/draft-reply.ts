// Keeps one draft of a reply in a conversation, above the team's composer. Sending it stays a member's decision.
import { m } from "#messages";
import { ConversationIdField, MAX_CONTENT } from "#modules/conversations/contract";
import { saveProgramDraft } from "#modules/shared-drafts";
import { prose } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { NOTES_WRITE } from "../scopes.ts";
import { defineTool } from "../tool.ts";

export const draftReply = defineTool({
  name: "draft_reply",
  scope: NOTES_WRITE,
  title: m.mcp_draft_title,
  description: m.mcp_draft_description,
  readOnly: false,
  input: v.strictObject({
    conversationId: ConversationIdField,
    revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
    reply: prose(MAX_CONTENT, 0),
  }),
  async run(ctx, { conversationId, revision, reply }) {
    const { isBehind } = await saveProgramDraft(ctx, conversationId, { content: reply, revision });
    const note = reply === "" ? m.mcp_draft_removed() : m.mcp_drafted();
    return { data: { conversationId, isBehind, note }, count: reply === "" ? 0 : 1, foreign: false };
  },
});
