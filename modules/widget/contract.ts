// Wire contract of visitor routes: sessions, conversations, uploads, sockets. Browser-safe.
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Email, Empty, line, Metadata, Revision, RevisionParam, Time } from "#kernel/wire/values.ts";
import { AttachmentIds, Content, ConversationEvent, ConversationIdField, Status } from "#modules/conversations/contract";
import { Attachment, UploadQuery } from "#modules/files/contract";
import { ReaderContext } from "#modules/help-insights/contract";
import { WidgetAppearance } from "#modules/projects/contract";
import { m } from "#messages";
import { WidgetImages } from "#modules/widget-images/contract";
import * as v from "valibot";

export const WidgetKey = v.pipe(v.string(), v.regex(/^pk_[A-Za-z0-9_-]{20,64}$/, "must be the project's widget key"));

/** What the launcher says, in the visitor's language; `{count}` is replaced. */
export const LauncherWords = v.object({ open: v.string(), close: v.string(), failed: v.string(), unread: v.string() });
export type LauncherWords = v.InferOutput<typeof LauncherWords>;
/** The settings that the launcher needs. One cached request, no session. */
export const WidgetConfig = v.object({
  /** The language of the widget's texts, with the region that dates and numbers follow: `de-AT`. */
  locale: v.string(),
  words: LauncherWords,
  projectName: v.string(),
  look: WidgetAppearance,
  /** Text colour on `look.color`: black or white, whichever has the better contrast. */
  onColor: v.string(),
  team: v.array(v.object({ name: v.string() })),
  assistant: v.boolean(),
  /** Whether visitors are asked for an address: mail is set up, and the project wants it. */
  mail: v.boolean(),
  /** Whether the help center is open: then the panel begins with its search. */
  help: v.boolean(),
  /** Parts of other modules that the panel loads, by the names of these modules. */
  parts: v.array(v.string()),
  images: WidgetImages,
  /** When the team is back; null while it is there, or no business hours are kept. */
  opensAt: v.nullable(Time),
});
export type WidgetConfig = v.InferOutput<typeof WidgetConfig>;
/**
 * `locale`: wished languages, best first, with commas between them. The widget speaks ar, de, en, es, fr, it, ja, nl and pt; English if none
 * of these is wished.
 */
export const readWidgetConfig = route({
  name: "readConfig",
  method: "GET",
  path: "/api/widget/config",
  who: "widget",
  query: v.object({ key: WidgetKey, locale: v.optional(v.string(), "") }),
  reply: WidgetConfig,
});

/**
 * Starts a visitor session. `identity` is a JWT (HS256 with the project's identity secret, `exp` at most 1 h ahead) with `sub` and optional
 * `email`, `name`, `metadata`; an invalid one is refused, never ignored. Without it a new anonymous contact is created. Repeating with the
 * same `clientId` within a minute returns a new token for the same contact. `cursor`: where the contact's live events stand; the socket
 * continues after it.
 */
export const startSession = route({
  name: "startSession",
  method: "POST",
  path: "/api/widget/sessions",
  who: "widget",
  limits: ["widgetSessionsPerIpHour", "widgetSessionsPerProjectHour"],
  body: v.strictObject({ key: WidgetKey, clientId: ClientId, identity: v.optional(v.pipe(v.string(), v.maxLength(8000))) }),
  reply: v.object({ token: v.string(), contactId: v.string(), verified: v.boolean(), expiresAt: Time, cursor: v.number() }),
  status: 201,
  errors: ["rate_limited", "forbidden", "unauthenticated"],
});
/** Ends the session on the server. */
export const endVisitorSession = route({
  name: "endVisitorSession",
  method: "POST",
  path: "/api/widget/logout",
  who: "visitor",
  body: Empty,
  reply: Done,
});

export const VisitorConversation = v.object({
  id: ConversationIdField,
  status: Status,
  createdAt: Time,
  lastActivityAt: Time,
  revision: v.number(),
  preview: v.string(),
  /** Author role of the message that `preview` shows. */
  previewRole: v.string(),
  /** Messages of the team that the visitor has not seen. */
  unread: v.number(),
  /** The visitor has seen everything up to this revision. */
  readRevision: v.number(),
  /** The team has seen everything up to this revision. */
  operatorReadRevision: v.number(),
});
export type VisitorConversation = v.InferOutput<typeof VisitorConversation>;
/**
 * Own conversations, most recently active first. Two cursors: `next` continues this list as the query's `cursor`; the reply's `cursor` is
 * where the contact's live events stand, and the socket continues after it.
 */
export const listOwnConversations = route({
  name: "listOwnConversations",
  method: "GET",
  path: "/api/widget/conversations",
  who: "visitor",
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: v.object({ items: v.array(VisitorConversation), next: v.nullable(v.string()), cursor: v.number() }),
});
const PostMessageReply = v.object({ conversation: VisitorConversation, event: ConversationEvent, repeated: v.boolean() });
/**
 * Opens a conversation with its first message. While that call has no answer, the visitor may write more; those calls pass the first
 * message's clientId as `opening`, so that all messages land in one conversation in whatever order they arrive. `help`: what the visitor
 * read and searched before.
 */
export const openConversation = route({
  name: "openConversation",
  method: "POST",
  path: "/api/widget/conversations",
  who: "visitor",
  limits: [
    "conversationsPerContactHour",
    "conversationsPerIpHour",
    "conversationsPerProjectHour",
    "messagesPerConversationMinute",
    "messagesPerContactHour",
  ],
  body: v.strictObject({
    clientId: ClientId,
    opening: v.optional(ClientId),
    content: Content,
    attachments: v.optional(AttachmentIds, []),
    help: v.optional(ReaderContext),
  }),
  reply: PostMessageReply,
  status: 201,
  errors: ["rate_limited", "conflict"],
});
export const postMessage = route({
  name: "postMessage",
  method: "POST",
  path: "/api/widget/conversations/:conversationId/messages",
  who: "visitor",
  params: { conversationId: ConversationIdField },
  limits: ["messagesPerConversationMinute", "messagesPerContactHour"],
  body: v.strictObject({ clientId: ClientId, content: Content, attachments: v.optional(AttachmentIds, []) }),
  reply: PostMessageReply,
  status: 201,
  errors: ["rate_limited", "conflict"],
});
/**
 * Visible events of an own conversation: the newest 50 before the revision `before`, or the oldest 200 after the revision `after`. In the
 * reply `before` continues toward older events, null if there are none; `cursor` is where the contact's live events stand, for the socket.
 */
export const listOwnEvents = route({
  name: "listOwnEvents",
  method: "GET",
  path: "/api/widget/conversations/:conversationId/events",
  who: "visitor",
  params: { conversationId: ConversationIdField },
  query: v.object({ before: v.optional(RevisionParam), after: v.optional(RevisionParam) }),
  reply: v.object({ items: v.array(ConversationEvent), before: v.nullable(v.number()), cursor: v.number() }),
});

const VisitedPage = v.strictObject({ url: v.pipe(v.string(), v.maxLength(2000), v.url()), title: v.optional(line(300, 0), "") });
/** What the page reports about a visit, as opposed to the events of a conversation. */
export const VisitEvent = v.variant("kind", [
  v.strictObject({ kind: v.literal("page"), page: VisitedPage }),
  /** Name and address as the page states them, without a signed token: shown to the team as unverified. */
  v.strictObject({ kind: v.literal("claim"), name: v.optional(line(120)), email: v.optional(Email) }),
  v.strictObject({ kind: v.literal("metadata"), metadata: Metadata }),
  /** Where the visitor is and came from, sent when the widget is opened. Browser, system and language are in the request's headers. */
  v.strictObject({
    kind: v.literal("visit"),
    timeZone: v.nullable(v.pipe(v.string(), v.maxLength(60))),
    referrer: v.nullable(v.pipe(v.string(), v.maxLength(500), v.url())),
  }),
  /** The visitor has seen the conversation up to this revision. */
  v.strictObject({ kind: v.literal("read"), conversationId: ConversationIdField, revision: Revision }),
]);
export type VisitEvent = v.InferOutput<typeof VisitEvent>;
/** Stores up to 20 events of a visit, all or none. Each counts toward `widgetEventsPerContactMinute`. */
export const sendWidgetEvents = route({
  name: "sendWidgetEvents",
  method: "POST",
  path: "/api/widget/events",
  who: "visitor",
  limits: ["widgetEventsPerContactMinute"],
  body: v.strictObject({ events: v.pipe(v.array(VisitEvent), v.minLength(1), v.maxLength(20)) }),
  reply: Done,
  errors: ["rate_limited"],
});

/** The visitor's own address. `waiting`: a code was requested, but not entered yet. `proved`: verified. */
export const OwnAddress = v.object({ address: v.nullable(v.string()), state: v.picklist(["none", "waiting", "proved"]) });
export type OwnAddress = v.InferOutput<typeof OwnAddress>;
export const readOwnAddress = route({
  name: "readOwnAddress",
  method: "GET",
  path: "/api/widget/address",
  who: "visitor",
  reply: OwnAddress,
});
/**
 * Stores an address as unverified and mails a six-digit code to it. 429 also if the address got its maximum of mails this hour, whoever
 * requested them.
 */
export const requestVerificationCode = route({
  name: "askForCode",
  method: "POST",
  path: "/api/widget/address",
  who: "visitor",
  body: v.strictObject({ clientId: ClientId, email: Email }),
  reply: OwnAddress,
  status: 202,
  errors: ["not_configured", "rate_limited", "conflict"],
});
/** Verifies the address by the mailed code, which is valid for 15 minutes and five attempts. 409 with the reason if the code is refused. */
export const verifyOwnAddress = route({
  name: "proveOwnAddress",
  method: "POST",
  path: "/api/widget/address/prove",
  who: "visitor",
  body: v.strictObject({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, m.widget_six_digits)) }),
  reply: OwnAddress,
  errors: ["conflict"],
});
/** Exchanges the token of a mailed link for a session of the contact to whom the mail was sent. 409 if the link was used or has expired. */
export const exchangeMailLink = route({
  name: "comeBack",
  method: "POST",
  path: "/api/widget/return",
  who: "widget",
  limits: ["widgetSessionsPerIpHour", "widgetSessionsPerProjectHour"],
  body: v.strictObject({ key: WidgetKey, clientId: ClientId, token: v.pipe(v.string(), v.minLength(20), v.maxLength(100)) }),
  reply: v.object({ token: v.string(), contactId: v.string(), conversationId: ConversationIdField, expiresAt: Time }),
  status: 201,
  errors: ["rate_limited", "conflict", "forbidden"],
});

export const uploadFile = route({
  name: "uploadFile",
  method: "POST",
  path: "/api/widget/files",
  who: "visitor",
  limits: ["uploadsPerContactDay", "uploadBytesPerContactDay", "uploadsPerProjectDay", "uploadBytesPerProjectDay"],
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: Attachment }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "rate_limited", "conflict"],
});

export const visitorTicket = route({
  name: "visitorTicket",
  method: "POST",
  path: "/api/widget/socket-ticket",
  who: "visitor",
  body: Empty,
  reply: v.object({ ticket: v.string() }),
});
/** Upgrade with the subprotocols `seed.v1` and `ticket.<ticket>`; the ticket is the proof. */
export const visitorSocket = route({
  name: "visitorSocket",
  method: "GET",
  path: "/api/widget/socket",
  who: "anyone",
  query: v.object({ after: v.optional(RevisionParam) }),
  reply: "raw",
});
