// Visitor actions: open a conversation, send a message, mark as read, upload. Each is rate-limited in its own batch.
import { actorOf, keyedHash, type VisitorPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, derivedId, type FileId, type MessageId } from "#kernel/ids/index.ts";
import { type Counter, counter } from "#kernel/limits/index.ts";
import { plain } from "#kernel/rich-text/markdown.ts";
import { isActive } from "#modules/contacts";
import {
  newMessage,
  type OwnConversation,
  previewOf,
  readContactHead,
  readNewer,
  readOlder,
  readOwn,
  readOwnOne,
  type Recorded,
  recordWhereItGoesOn,
  visitorEvent,
} from "#modules/conversations";
import { storeFile } from "#modules/files";
import { summarizeReaderContext, attachReaderContext } from "#modules/help-insights";
import type { ReaderContext } from "#modules/help-insights/contract";
import { projectIsLive } from "#modules/projects";
import type { Origin } from "#modules/conversations/contract";
import type { VisitorConversation } from "./contract.ts";
import { widgetLimitsOf } from "./limits.ts";

type Ctx = RequestCtx<VisitorPrincipal>;
interface WrittenMessage {
  readonly clientId: string;
  readonly content: string;
  readonly attachments: readonly FileId[];
}
const PAGE = 30;
const OLDER = 50;
const NEWER = 200;

const shown = ({ activityAt: _, ...own }: OwnConversation): VisitorConversation => ({ ...own, preview: plain(own.preview, 120) });

function posted(recorded: Recorded) {
  const { conversation: c, event, repeated } = recorded;
  // Built from the visitor's own message alone, because the conversation's newest preview may be a note. The list has the rest.
  const conversation: VisitorConversation = {
    id: c.id,
    status: c.status === "closed" ? "closed" : "open",
    createdAt: c.createdAt,
    lastActivityAt: event.createdAt,
    revision: event.revision,
    preview: event.kind === "message" ? previewOf(event.message.content, event.message.attachments.length) : "",
    previewRole: "visitor",
    unread: 0,
    readRevision: event.revision,
    operatorReadRevision: 0,
  };
  return { conversation, event: visitorEvent(event), repeated };
}
const messageOf = ({ content, attachments }: WrittenMessage, help: Origin["help"]) =>
  newMessage({ content, attachments, origin: { door: "widget", automatic: null, ...(help ? { help } : {}) } });

/** The counters of every message, whether or not it opens a conversation. */
const messageCounters = ({ caller, config }: Ctx, conversationId: ConversationId, now: number): Counter[] => [
  counter(widgetLimitsOf(config), "messagesPerConversationMinute", conversationId, now),
  counter(widgetLimitsOf(config), "messagesPerContactHour", caller.contactId, now),
];

/** Opens a conversation with its first message. Its id is derived from the contact and the opening's clientId, so a retry finds it. */
export async function openConversation(
  ctx: Ctx,
  input: WrittenMessage & { readonly opening?: string | undefined; readonly help?: ReaderContext | undefined },
) {
  const { caller, config } = ctx;
  const now = ctx.clock.now();
  const limits = widgetLimitsOf(config);
  const openers: Counter[] = [
    counter(limits, "conversationsPerContactHour", caller.contactId, now),
    ...(ctx.address === undefined ? [] : [counter(limits, "conversationsPerIpHour", await keyedHash(ctx.env, ctx.db, ctx.address), now)]),
    counter(limits, "conversationsPerProjectHour", caller.projectId, now),
  ];
  const { clientId, opening = clientId } = input;
  const conversationId = await derivedId("conversation", `${caller.contactId}:${opening}`);
  const { projectId, contactId } = caller;
  const help = input.help && (await summarizeReaderContext(ctx, projectId, input.help));
  const along = input.help && (await attachReaderContext(input.help, { projectId, contactId, conversationId, now }));
  return posted(
    await recordWhereItGoesOn(ctx, {
      conversationId,
      clientId,
      event: messageOf(input, help),
      counters: messageCounters(ctx, conversationId, now),
      opening: { clientId: opening, counters: openers },
      ...(along ? { alongside: (_: MessageId, done: SQL) => along(done) } : {}),
    }),
  );
}

/** Adds a message to an own conversation; a closed one is reopened. In a merged one it is stored where that goes on, which the answer names. */
export async function postMessage(ctx: Ctx, conversationId: ConversationId, input: WrittenMessage) {
  const counters = messageCounters(ctx, conversationId, ctx.clock.now());
  return posted(await recordWhereItGoesOn(ctx, { conversationId, clientId: input.clientId, event: messageOf(input, undefined), counters }));
}

export async function ownConversations(ctx: Ctx, cursor: string | undefined) {
  const { projectId, contactId } = ctx.caller;
  const [found, head] = await ctx.db.read(
    readOwn(projectId, contactId, decodeCursor(cursor), PAGE + 1),
    readContactHead(projectId, contactId),
  );
  const last = found[PAGE - 1];
  return {
    items: found.slice(0, PAGE).map(shown),
    next: found.length > PAGE && last ? encodeCursor([last.activityAt, last.id]) : null,
    cursor: head,
  };
}

export async function ownEvents(
  ctx: Ctx,
  conversationId: ConversationId,
  query: { before?: number | undefined; after?: number | undefined },
) {
  const { projectId, contactId } = ctx.caller;
  const [own, head, rows] = await ctx.db.read(
    readOwnOne(projectId, contactId, conversationId),
    readContactHead(projectId, contactId),
    query.after === undefined
      ? readOlder(projectId, conversationId, query.before ?? Number.MAX_SAFE_INTEGER, OLDER, true)
      : readNewer(projectId, conversationId, query.after, NEWER, true),
  );
  if (!own) throw notFound();
  const items = rows.map((row) => visitorEvent(row.event));
  const before = query.after === undefined && rows.length === OLDER ? (items[0]?.revision ?? null) : null;
  return { items, before, cursor: head };
}

export function uploadFile(ctx: Ctx, query: { name: string; clientId: string }) {
  const { projectId, contactId } = ctx.caller;
  const now = ctx.clock.now();
  const limits = widgetLimitsOf(ctx.config);
  return storeFile(ctx, {
    projectId,
    owner: actorOf(ctx.caller),
    contactId,
    name: query.name,
    clientId: query.clientId,
    counters: (size) => [
      counter(limits, "uploadsPerContactDay", contactId, now),
      counter(limits, "uploadBytesPerContactDay", contactId, now, size),
      counter(limits, "uploadsPerProjectDay", projectId, now),
      counter(limits, "uploadBytesPerProjectDay", projectId, now, size),
    ],
    when: sql`${isActive(projectId, contactId)} AND ${projectIsLive(projectId)}`,
  });
}
