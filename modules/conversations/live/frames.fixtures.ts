// Golden frames, exactly as on the wire. A changed shape fails here first, because clients of the previous release are still connected.
import type { ConversationEvent, ConversationSummary, MemberFrame, Message, VisitorFrame } from "../contract.ts";
import type { EventRow } from "../store/events.ts";

const AT = "2030-01-01T00:00:00.000Z";
const CONVERSATION = "cnv_06e2bk8000e00g000000000001";
const CONTACT = "con_06e2bk8000e00g000000000002";
const ACCOUNT = "acc_06e2bk8000e00g000000000003";
const FILE = { id: "fil_06e2bk8000e00g000000000004", name: "a.png", type: "image/png", size: 68, inline: true };

type Cast = <T>(value: unknown) => T;
const as: Cast = (value) => value as never;

const visitor = { role: "visitor", id: CONTACT, name: null } as const;
const operator = { role: "operator", id: ACCOUNT, name: "Olga" } as const;
const base = { createdAt: AT };

const message = (more: Partial<Message>): Message =>
  as({
    id: "msg_06e2bk8000e00g000000000005",
    conversationId: CONVERSATION,
    revision: 1,
    authorRole: "visitor",
    authorId: CONTACT,
    authorName: null,
    createdAt: AT,
    content: "Hello",
    attachments: [FILE],
    origin: { door: "widget", automatic: null },
    erased_at: null,
    clientId: "01989e1c-0000-7000-8000-00000000000a",
    ...more,
  });

/** One event of each kind, as read from the database. */
export const EVENTS: Readonly<Record<ConversationEvent["kind"] | "reply" | "snoozed", ConversationEvent>> = {
  message: { ...base, revision: 1, actor: visitor, kind: "message", message: message({}) },
  reply: {
    ...base,
    revision: 2,
    actor: operator,
    kind: "message",
    message: message({
      revision: 2,
      authorRole: "operator",
      authorId: ACCOUNT,
      authorName: "Olga",
      attachments: [],
      origin: { door: "email", automatic: { reasons: [{ rule: "auto-submitted", evidence: "auto-replied" }] } },
    }),
  },
  note: {
    ...base,
    revision: 3,
    actor: operator,
    kind: "note",
    note: message({ revision: 3, authorRole: "operator", content: "internal" }),
  },
  assigned: { ...base, revision: 4, actor: operator, kind: "assigned", assigneeId: as(ACCOUNT), assigneeName: "Olga" },
  status: { ...base, revision: 5, actor: operator, kind: "status", status: "closed", until: null },
  snoozed: { ...base, revision: 6, actor: operator, kind: "status", status: "snoozed", until: "2030-01-02T00:00:00.000Z" },
  ai_skipped: { ...base, revision: 7, actor: { role: "system", id: null, name: null }, kind: "ai_skipped", reason: "a person answered" },
  erased: { ...base, revision: 8, actor: operator, kind: "erased" },
  message_erased: { ...base, revision: 9, actor: { role: "system", id: null, name: null }, kind: "message_erased", revisions: [1] },
  activity: { ...base, revision: 10, actor: operator, kind: "activity", name: "priority", data: { priority: "high" } },
};

/** The row of an event at sequence 41, after the visible revision 0. */
export const rowOf = (event: ConversationEvent): EventRow => ({
  sequence: 41,
  id: "evt_1",
  conversationId: as(CONVERSATION),
  contactId: as(CONTACT),
  previousVisible: 0,
  visible: true,
  fingerprint: "f",
  event,
});

export const SUMMARY: ConversationSummary = as({
  id: CONVERSATION,
  contact: { id: CONTACT, name: null, email: null, emailVerified: false, state: "active" },
  status: "open",
  snoozedUntil: null,
  assigneeId: null,
  revision: 1,
  preview: "Hello",
  previewRole: "visitor",
  previewAutomatic: false,
  subject: null,
  createdAt: AT,
  lastActivityAt: AT,
  waitingSince: AT,
  visitorMessages: 1,
  unread: 0,
  door: "widget",
});

export const MEMBER_MESSAGE: MemberFrame = as({
  type: "event",
  seq: 41,
  conversationId: CONVERSATION,
  revision: 1,
  event: {
    createdAt: AT,
    revision: 1,
    actor: { role: "visitor", id: CONTACT, name: null },
    kind: "message",
    message: {
      id: "msg_06e2bk8000e00g000000000005",
      conversationId: CONVERSATION,
      revision: 1,
      authorRole: "visitor",
      authorId: CONTACT,
      authorName: null,
      createdAt: AT,
      content: "Hello",
      attachments: [FILE],
      origin: { door: "widget", automatic: null },
      erased_at: null,
      clientId: "01989e1c-0000-7000-8000-00000000000a",
    },
  },
  conversation: {
    id: CONVERSATION,
    contact: { id: CONTACT, name: null, email: null, emailVerified: false, state: "active" },
    status: "open",
    snoozedUntil: null,
    assigneeId: null,
    revision: 1,
    preview: "Hello",
    previewRole: "visitor",
    previewAutomatic: false,
    subject: null,
    createdAt: AT,
    lastActivityAt: AT,
    waitingSince: AT,
    visitorMessages: 1,
    unread: 0,
    door: "widget",
  },
});

/** A visitor's own message is unchanged. */
export const VISITOR_MESSAGE: VisitorFrame = as({
  type: "event",
  conversationId: CONVERSATION,
  revision: 1,
  previous: 0,
  cursor: 41,
  event: MEMBER_MESSAGE.type === "event" ? MEMBER_MESSAGE.event : undefined,
});

/** Visitors get a reply with its author's name, but without account and reasons. */
export const VISITOR_REPLY: VisitorFrame = as({
  type: "event",
  conversationId: CONVERSATION,
  revision: 2,
  previous: 0,
  cursor: 41,
  event: {
    createdAt: AT,
    revision: 2,
    actor: { role: "operator", id: null, name: "Olga" },
    kind: "message",
    message: {
      id: "msg_06e2bk8000e00g000000000005",
      conversationId: CONVERSATION,
      revision: 2,
      authorRole: "operator",
      authorId: null,
      authorName: "Olga",
      createdAt: AT,
      content: "Hello",
      attachments: [],
      origin: { door: "email", automatic: null },
      erased_at: null,
      clientId: "01989e1c-0000-7000-8000-00000000000a",
    },
  },
});
export const VISITOR_CLOSED: VisitorFrame = as({
  type: "event",
  conversationId: CONVERSATION,
  revision: 5,
  previous: 0,
  cursor: 41,
  event: { createdAt: AT, revision: 5, actor: { role: "operator", id: null, name: "Olga" }, kind: "status", status: "closed", until: null },
});
/** A visitor's frame does not show snoozing. */
export const VISITOR_SNOOZED: VisitorFrame = as({
  type: "event",
  conversationId: CONVERSATION,
  revision: 6,
  previous: 0,
  cursor: 41,
  event: { createdAt: AT, revision: 6, actor: { role: "operator", id: null, name: "Olga" }, kind: "status", status: "open", until: null },
});
export const VISITOR_ERASED: VisitorFrame = as({
  type: "event",
  conversationId: CONVERSATION,
  revision: 8,
  previous: 0,
  cursor: 41,
  event: { createdAt: AT, revision: 8, actor: { role: "operator", id: null, name: "Olga" }, kind: "erased" },
});

/** Members get only what a row of the inbox shows of a changed contact. */
export const MEMBER_CONTACT: MemberFrame = as({
  type: "contact",
  contact: { id: CONTACT, name: "Zoë", email: "zoe@example.test", emailVerified: true, state: "hidden" },
});

/** Clients of the previous release know no such frame, and read the fields with the row. */
export const MEMBER_FIELDS: MemberFrame = as({ type: "fields", conversationId: CONVERSATION, revision: 4, fields: { priority: "high" } });
