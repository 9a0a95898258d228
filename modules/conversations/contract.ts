// Wire contract of conversations: events, messages, member routes and socket frames. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Email, Empty, line, prose, Revision, RevisionParam, Time } from "#kernel/wire/values.ts";
import { Contact, ContactIdField } from "#modules/contacts/contract";
import type { MemberLiveFrame, VisitorLiveFrame } from "#modules/live-updates/contract";
import { Attachment, FileIdField, MAX_FILES_PER_MESSAGE, UploadQuery } from "#modules/files/contract";
import { m } from "#messages";
import * as v from "valibot";
import { Conditions, Sort } from "./contract/conditions.ts";

export * from "./contract/conditions.ts";
export * from "./contract/merged.ts";
export * from "./contract/moved.ts";
export * from "./contract/settings.ts";
export * from "./contract/split.ts";

const ProjectIdField = idOf("project");
const AccountIdField = idOf("account");
export const ConversationIdField = idOf("conversation");
const MessageIdField = idOf("message");

/** Id of the actor of what automatic assignment did. */
export const AUTO_ASSIGNMENT = "auto_assignment";
export const Status = v.picklist(["open", "snoozed", "closed"]);
export type Status = v.InferOutput<typeof Status>;
export const AuthorRole = v.picklist(["visitor", "operator", "assistant", "system"]);
export type AuthorRole = v.InferOutput<typeof AuthorRole>;
export const PreviewRole = v.picklist([...AuthorRole.options, "note"]);
export type PreviewRole = v.InferOutput<typeof PreviewRole>;
export const Origin = v.object({
  door: v.picklist(["widget", "dashboard", "email", "assistant", "local_work", "import", "api"]),
  automatic: v.nullable(v.object({ reasons: v.array(v.object({ rule: v.string(), evidence: v.string() })) })),
  differentSender: v.optional(v.boolean()),
  /** Of a note: its text is a reply that a program proposes, by the name of its API token. */
  proposal: v.optional(v.object({ by: v.string() })),
  /** Of a note: it is the report of a paired computer, by the computer's name. */
  report: v.optional(v.object({ by: v.string() })),
  /** Of a note or a message of `system`: an automation rule wrote it, by the rule's name. Customers do not get the name. */
  rule: v.optional(v.object({ by: v.string() })),
  /** Of a message from another help desk: its author there, who is no member here. */
  imported: v.optional(v.object({ by: v.string() })),
  /** Of the assistant's message: what proves it, as the customer may see it, and whether it is translated from there. */
  answer: v.optional(
    v.object({
      sources: v.array(v.object({ title: v.string(), url: v.nullable(v.string()) })),
      translated: v.boolean(),
      /** What the customer thinks of it; left out for nothing. */
      rating: v.optional(v.picklist(["up", "down"])),
    }),
  ),
  /** What the customer read and searched in the help center before; shown to the team only. */
  help: v.optional(
    v.object({
      read: v.array(v.object({ id: v.string(), title: v.string() })),
      searched: v.array(v.string()),
      /** Sent by the contact form, and confirmed by a link mailed to the address. */
      contactForm: v.optional(v.boolean()),
    }),
  ),
});
export type Origin = v.InferOutput<typeof Origin>;

/** Markdown of a message or note, 1 to 16,000 characters; may be empty when files are attached. */
export const MAX_CONTENT = 16_000;
export const Content = prose(MAX_CONTENT, 0);
export const AttachmentIds = v.pipe(
  v.array(FileIdField),
  v.maxLength(MAX_FILES_PER_MESSAGE, () => m.conversations_too_many_files({ max: MAX_FILES_PER_MESSAGE })),
);

export const Message = v.object({
  id: MessageIdField,
  conversationId: ConversationIdField,
  revision: v.number(),
  authorRole: AuthorRole,
  authorId: v.nullable(v.string()),
  /** The author's name as customers may see it: an operator's. Of a proposed reply, which they never see, the name of its token. */
  authorName: v.nullable(v.string()),
  createdAt: Time,
  content: v.string(),
  attachments: v.array(Attachment),
  origin: Origin,
  erased_at: v.nullable(Time),
  clientId: v.string(),
  /** It was written in this conversation, from which the one that shows it was split off. Left out for visitors. */
  quotedFrom: v.optional(ConversationIdField),
  /** Of a note: the members whom it mentions; left out without any. */
  mentions: v.optional(v.array(AccountIdField)),
});
export type Message = v.InferOutput<typeof Message>;

const base = {
  revision: v.number(),
  createdAt: Time,
  actor: v.object({ role: AuthorRole, id: v.nullable(v.string()), name: v.nullable(v.string()) }),
};
/** One event per revision. Visitors only ever get `message`, `status` and `erased`. */
export const ConversationEvent = v.variant("kind", [
  v.object({ ...base, kind: v.literal("message"), message: Message }),
  v.object({ ...base, kind: v.literal("note"), note: Message }),
  v.object({ ...base, kind: v.literal("assigned"), assigneeId: v.nullable(AccountIdField), assigneeName: v.nullable(v.string()) }),
  v.object({ ...base, kind: v.literal("status"), status: Status, until: v.nullable(Time) }),
  v.object({
    ...base,
    kind: v.literal("ai_skipped"),
    reason: v.string(),
    /** Names of the variables that were missing. */
    missing: v.optional(v.array(v.string())),
  }),
  v.object({ ...base, kind: v.literal("erased") }),
  /** The messages of these revisions were from a different sender who was erased. They are empty now; the conversation continues. */
  v.object({ ...base, kind: v.literal("message_erased"), revisions: v.array(v.number()) }),
  /** A kind that another module declares: `name` is the kind, and that module's contract describes `data`. */
  v.object({ ...base, kind: v.literal("activity"), name: v.string(), data: v.record(v.string(), v.unknown()) }),
]);
export type ConversationEvent = v.InferOutput<typeof ConversationEvent>;

/** Members whom one note can mention. */
export const MAX_MENTIONS = 20;
/** Characters of a subject that a conversation keeps. */
export const MAX_SUBJECT = 200;
/** A row of the inbox. */
export const ConversationSummary = v.object({
  id: ConversationIdField,
  contact: v.object({
    id: ContactIdField,
    name: v.nullable(v.string()),
    email: v.nullable(v.string()),
    emailVerified: v.boolean(),
    state: v.string(),
  }),
  status: Status,
  snoozedUntil: v.nullable(Time),
  assigneeId: v.nullable(AccountIdField),
  revision: v.number(),
  /** Start of the last message or note as plain text, at most 160 characters. */
  preview: v.string(),
  /** Author role of the preview; `note`: a note for members only. */
  previewRole: PreviewRole,
  previewAutomatic: v.boolean(),
  /** The member who wrote it; left out for everybody else's, and where it is not known because it was stored by an earlier version. */
  previewAuthorId: v.optional(AccountIdField),
  createdAt: Time,
  lastActivityAt: Time,
  /** Since when the customer has been waiting for a reply that they can see. */
  waitingSince: v.nullable(Time),
  /** Number of the customer's messages; `unread` is this minus what the member has read, at most 100. */
  visitorMessages: v.number(),
  unread: v.number(),
  door: v.string(),
  /** Subject of the mail that started the conversation, at most 200 characters; null without one. */
  subject: v.nullable(v.string()),
  /** Its place in the order by priority; left out for 0. */
  rank: v.optional(v.number()),
  /** Left out of all views; a customer's message in it neither reopens it nor notifies anybody. */
  silenced: v.optional(v.literal(true)),
  /** The conversation that goes on in its place. It is closed, and takes no writes; what the customer writes to it is stored there. */
  mergedInto: v.optional(ConversationIdField),
  /** It was split off, and that was undone: it leads to where it came from, and its customer is not shown it. */
  withdrawn: v.optional(v.literal(true)),
  /** Values that other modules add to the row, by the field's name, several separated by commas; a field without a value is left out. */
  fields: v.optional(v.record(v.string(), v.string())),
});
export type ConversationSummary = v.InferOutput<typeof ConversationSummary>;

const inProject = { projectId: ProjectIdField };
const ofConversation = { ...inProject, conversationId: ConversationIdField };

export const VIEWS = ["all", "mine", "unassigned", "snoozed", "closed"] as const;
export const View = v.picklist(VIEWS);
export type View = v.InferOutput<typeof View>;

/** One of the fixed views, one that a module adds, or the id of a saved one. */
export const ViewKey = v.pipe(v.string(), v.regex(/^(?:[a-z]{3,24}|svw_[0-9a-hjkmnp-tv-z]{26})$/, m.conversations_no_such_view));
export const isFixedView = (view: string): view is View => VIEWS.some((one) => one === view);

/** `name:value` of a field that another module adds to the row. */
export const FieldFilter = v.pipe(v.string(), v.regex(/^[a-z_]{1,40}:[a-z0-9_]{1,40}$/, m.conversations_field_filter));
/**
 * A page of a view, in its order: by default the newest activity first. With `filter`, conversations are looked at page by page, so that a
 * page may have few rows, or none, and still a next one. `head` is the project's sequence: sockets resume from it. 404 for a view that
 * there is not, or that is somebody else's.
 */
export const listConversations = route({
  name: "listConversations",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations",
  who: "member",
  params: inProject,
  query: v.object({
    view: v.optional(ViewKey, "all"),
    /** Without it the view's own. One that compares with the current time has no other. */
    sort: v.optional(Sort),
    cursor: v.optional(Cursor),
    contactId: v.optional(ContactIdField),
    /** Only rows whose field has this value: `name:value`. */
    filter: v.optional(FieldFilter),
  }),
  reply: v.object({
    items: v.array(ConversationSummary),
    next: v.nullable(v.string()),
    head: v.number(),
    /** Of a saved view, or one of a module: what it chooses, its order, and while it is being filled, how many were looked at. */
    view: v.optional(v.object({ conditions: Conditions, sort: Sort, filling: v.nullable(v.object({ lookedAt: v.number() })) })),
  }),
});
/** Conversations in each view, counted up to 100 (100 = "99+"), how many of mine or unassigned are unread, and the sequence of that moment. */
export const countConversations = route({
  name: "countConversations",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversation-counts",
  who: "member",
  params: inProject,
  reply: v.object({
    all: v.number(),
    mine: v.number(),
    unassigned: v.number(),
    snoozed: v.number(),
    closed: v.number(),
    unread: v.number(),
    head: v.number(),
  }),
});
export const Draft = v.object({
  kind: v.picklist(["reply", "note"]),
  content: v.string(),
  attachments: v.array(Attachment),
  updatedAt: Time,
});
export type Draft = v.InferOutput<typeof Draft>;
/** The thread: its newest 50 events, my read mark, my drafts. */
export const openThread = route({
  name: "openThread",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId",
  who: "member",
  params: ofConversation,
  reply: v.object({
    conversation: ConversationSummary,
    contact: Contact,
    events: v.array(ConversationEvent),
    before: v.nullable(v.number()),
    readRevision: v.number(),
    customerReadRevision: v.number(),
    drafts: v.array(Draft),
    head: v.number(),
  }),
});
/** Events older than `before` (newest 50 of them) or newer than `after` (oldest 200 of them), in order of revision. */
export const listEvents = route({
  name: "listEvents",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/events",
  who: "member",
  params: ofConversation,
  query: v.object({ before: v.optional(RevisionParam), after: v.optional(RevisionParam) }),
  reply: v.object({ items: v.array(ConversationEvent), next: v.nullable(v.string()) }),
});
/** Finds the project of a conversation among mine, to resolve `/conversations/:conversationId`. */
export const locateConversation = route({
  name: "locateConversation",
  method: "GET",
  path: "/api/account/conversations/:conversationId",
  who: "account",
  params: { conversationId: ConversationIdField },
  reply: v.object({ projectId: ProjectIdField }),
});

/** Largest number of copies of one mail, Cc and Bcc together. */
export const MAX_COPIES = 10;
const Copies = v.optional(
  v.pipe(
    v.array(Email),
    v.maxLength(MAX_COPIES, () => m.conversations_too_many_copies({ max: MAX_COPIES })),
  ),
  [],
);
export const MailSubject = line(MAX_SUBJECT);
/** Recipients and subject of a reply by mail, in place of the contact alone. */
export const ByMail = v.pipe(
  v.strictObject({
    /** Another verified address of the project; without it the contact's own. */
    to: v.optional(Email),
    cc: Copies,
    bcc: Copies,
    /** Used only if the addresses of all recipients are verified; else the subject is a neutral one. */
    subject: v.optional(MailSubject),
  }),
  v.check(
    ({ cc, bcc }) => cc.length + bcc.length <= MAX_COPIES,
    () => m.conversations_too_many_copies({ max: MAX_COPIES }),
  ),
  v.check(({ to, cc, bcc }) => {
    const all = [...(to === undefined ? [] : [to]), ...cc, ...bcc];
    return new Set(all).size === all.length;
  }, m.conversations_address_twice),
);
export type ByMail = v.InferOutput<typeof ByMail>;

const Handled = v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() });
const handling = { clientId: ClientId, frontier: Revision };
/** Replies to the customer; `close` also closes in the same batch. 409 `stale_frontier` has `revision` and the missed `events`. */
export const replyToConversation = route({
  name: "replyToConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/messages",
  who: "member",
  params: ofConversation,
  body: v.strictObject({
    ...handling,
    content: Content,
    attachments: v.optional(AttachmentIds, []),
    close: v.optional(v.boolean(), false),
    /** Snoozes in the same batch (`until` null: until the customer's next message); not together with `close`. */
    snooze: v.optional(v.strictObject({ until: v.nullable(Time) })),
    /** 409 if the conversation is not by mail, or an address may not get mail. */
    mail: v.optional(ByMail),
  }),
  reply: Handled,
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
/** A note for members only; never refused as stale and never sent to a visitor. */
export const addNote = route({
  name: "addNote",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/notes",
  who: "member",
  params: ofConversation,
  body: v.strictObject({
    clientId: ClientId,
    content: Content,
    attachments: v.optional(AttachmentIds, []),
    /** Members whom the note mentions, who are notified of it. Ids of others are left out. */
    mentions: v.optional(v.pipe(v.array(AccountIdField), v.maxLength(MAX_MENTIONS)), []),
    /** Hands the conversation over with the note: assigns it to this member, whom the note then mentions. */
    assignTo: v.optional(AccountIdField),
  }),
  reply: Handled,
  status: 201,
  errors: ["conflict"],
});
/** Closes, reopens or snoozes (`until` null: until the customer's next message). */
export const changeStatus = route({
  name: "changeStatus",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/status",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ ...handling, status: Status, until: v.optional(v.nullable(Time), null) }),
  reply: Handled,
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
export const assignConversation = route({
  name: "assignConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/assign",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ ...handling, assigneeId: v.nullable(AccountIdField) }),
  reply: Handled,
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
/** Marks everything up to `revision` as read by me. */
export const markRead = route({
  name: "markRead",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/read",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ revision: Revision }),
  reply: v.object({ readRevision: v.number() }),
});
export const markUnread = route({
  name: "markUnread",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/unread",
  who: "member",
  params: ofConversation,
  body: Empty,
  reply: v.object({ readRevision: v.number() }),
});
/** Stores my draft; empty content without files removes it. 409 `conflict` when a file is missing or not mine. */
export const saveDraft = route({
  name: "saveDraft",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/drafts/:kind",
  who: "member",
  params: { ...ofConversation, kind: v.picklist(["reply", "note"]) },
  body: v.strictObject({
    content: Content,
    attachments: v.optional(AttachmentIds, []),
    /** Of a draft that is emptied: what it was. Where the conversation leads to another one, the draft there goes if it is still that. */
    was: v.optional(Content),
    /** With it, the files that it may have had: a draft with another one stays. */
    wasAttachments: v.optional(AttachmentIds),
  }),
  reply: Done,
  errors: ["conflict"],
});
export const uploadForReply = route({
  name: "uploadForReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/files",
  who: "member",
  params: ofConversation,
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: Attachment }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});

// Frames, server to client, beside those of every live connection. Frozen by live/frames.fixtures.ts.
export type MemberFrame =
  | MemberLiveFrame
  | { type: "event"; seq: number; conversationId: string; revision: number; event: ConversationEvent; conversation: ConversationSummary }
  | { type: "seen"; conversationId: string; revision: number; by: "visitor" }
  | { type: "contact"; contact: ConversationSummary["contact"] }
  /** What other modules say of the row became known after its event; `revision`: of the row. */
  | { type: "fields"; conversationId: string; revision: number; fields: Readonly<Record<string, string>> }
  | { type: "assistant"; conversationId: string; roundId: string; state: string; text: string }
  | { type: "rated"; conversationId: string; messageId: string; rating: "up" | "down" | null };
/** Frames of the assistant, and of what a customer thinks of an answer, have no sequence: the stored message is what counts. For members `text` is what the model has written so far, for visitors only its proved sentences. */
/** In event frames, which are the same for everybody, `unread` of the summary is 0; clients count themselves. */
export type VisitorFrame =
  | VisitorLiveFrame
  | { type: "event"; conversationId: string; revision: number; previous: number; cursor: number; event: ConversationEvent }
  | { type: "seen"; conversationId: string; revision: number; by: "operator" }
  | { type: "assistant"; conversationId: string; state: AssistantState; text: string };
/** What a visitor sees of the assistant: it looks for an answer, writes one, is done, or leaves the conversation to the team. */
export type AssistantState = "looking" | "writing" | "idle" | "team";
export const inboxPath = (projectId: string, view = "all"): string => `/projects/${projectId}/inbox/${view}`;
export const threadPath = (projectId: string, conversationId: string, view = "all"): string =>
  `/projects/${projectId}/inbox/${view}/${conversationId}`;
