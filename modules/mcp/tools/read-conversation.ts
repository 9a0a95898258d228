// Reads a page of a conversation: its messages and notes.
import { notFound } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { readOlder, readSummary, registeredRowFields } from "#modules/conversations";
import { type ConversationEvent, ConversationIdField, type Message } from "#modules/conversations/contract";
import * as v from "valibot";
import { CONVERSATIONS_READ } from "../scopes.ts";
import { defineTool } from "../tool.ts";

/** Revisions a page. */
const PAGE = 30;
/** Characters of a text: a page stays below what assistants can read at once. */
const MAX_TEXT = 4000;

export const readConversation = defineTool({
  name: "read_conversation",
  scope: CONVERSATIONS_READ,
  title: m.mcp_read_title,
  description: m.mcp_read_description,
  readOnly: true,
  input: v.strictObject({
    conversationId: ConversationIdField,
    before: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  async run(ctx, { conversationId, before }) {
    const { projectId } = ctx.caller;
    const [row, found] = await ctx.db.read(
      readSummary(registeredRowFields(ctx), projectId, conversationId, null),
      readOlder(projectId, conversationId, before ?? Number.MAX_SAFE_INTEGER, PAGE, false),
    );
    if (row?.contact.state !== "active") throw notFound();
    const texts = found.flatMap(({ event }) => textOf(event));
    const first = found[0]?.event.revision ?? 1;
    const data = {
      ...{ conversationId, customer: row.contact.name, status: row.status, subject: row.subject, channel: row.door },
      ...{ isAssigned: row.assigneeId !== null, waitingSince: row.waitingSince },
      texts,
      before: first > 1 ? first : null,
    };
    return { data, count: texts.length, foreign: true };
  },
});

function textOf(event: ConversationEvent): object[] {
  if (event.kind !== "message" && event.kind !== "note") return [];
  const message = event.kind === "message" ? event.message : event.note;
  if (message.erased_at !== null) return [];
  const { revision, createdAt, content, attachments, origin } = message;
  return [
    {
      ...{ revision, kind: origin.proposal ? "proposed_reply" : event.kind, createdAt, by: authorOf(message), name: message.authorName },
      text: content.slice(0, MAX_TEXT).toWellFormed(),
      ...(content.length > MAX_TEXT ? { isCut: true } : {}),
      ...(origin.automatic ? { isAutomatic: true } : {}),
      ...(attachments.length > 0 ? { files: attachments.map(({ name, size }) => ({ name, size })) } : {}),
    },
  ];
}

function authorOf({ authorRole, origin }: Message): string {
  if (origin.proposal) return "program";
  if (authorRole === "visitor") return origin.differentSender === true ? "different_sender" : "customer";
  return authorRole === "operator" ? "teammate" : authorRole;
}
