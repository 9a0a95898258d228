// Lists a page of an inbox view, without conversations of contacts that are blocked or erased.
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { Cursor } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { readInbox, registeredRowFields } from "#modules/conversations";
import * as v from "valibot";
import { CONVERSATIONS_READ } from "../scopes.ts";
import { defineTool } from "../tool.ts";

const LIMIT = 50;

export const listConversations = defineTool({
  name: "list_conversations",
  scope: CONVERSATIONS_READ,
  title: m.mcp_list_title,
  description: m.mcp_list_description,
  readOnly: true,
  input: v.strictObject({
    view: v.optional(v.picklist(["open", "unassigned", "snoozed", "closed"]), "open"),
    cursor: v.optional(Cursor),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMIT)), 20),
  }),
  async run(ctx, { view, cursor, limit }) {
    const { projectId } = ctx.caller;
    const [found] = await ctx.db.read(
      readInbox(
        { projectId, me: null, fields: registeredRowFields(ctx), before: decodeCursor(cursor), limit },
        view === "open" ? "all" : view,
      ),
    );
    const conversations = found.items
      .filter(({ contact }) => contact.state === "active")
      .map((row) => ({
        ...{ conversationId: row.id, customer: row.contact.name, status: row.status, subject: row.subject, channel: row.door },
        ...{ lastText: row.preview, lastTextBy: row.previewRole, isAssigned: row.assigneeId !== null },
        ...{ createdAt: row.createdAt, lastActivityAt: row.lastActivityAt, waitingSince: row.waitingSince, ...row.fields },
      }));
    const next = found.next && encodeCursor([found.next.at, found.next.id]);
    return { data: { conversations, next }, count: conversations.length, foreign: true };
  },
});
