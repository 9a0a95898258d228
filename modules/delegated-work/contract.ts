// Wire contract of work that members delegate to their paired computers. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import { Attachment, FileIdField, MAX_FILES_PER_MESSAGE, UploadQuery } from "#modules/files/contract";
import { CLAIM_WAIT_SECONDS, WorkKind } from "#modules/paired-computers/contract";
import * as v from "valibot";

/** Characters of a task, of a report, and of a line of progress. */
export const MAX_TASK = 20_000;
export const MAX_REPORT = 15_000;
export const MAX_PROGRESS = 200;
/** Characters of a question, and of what a member says to one or to a report. */
export const MAX_QUESTION = 1000;
export const MAX_ANSWER = 2000;
/** Questions of one delegation. With the longest texts its work then stays below 100,000 characters, which is what connectors take. */
export const MAX_QUESTIONS = 8;
/** Reports of one delegation that are sent back. */
export const MAX_SENT_BACK = 3;
/** Delegations of a conversation that are listed. */
export const MAX_LISTED = 20;
/** Seconds without a heartbeat after which a computer counts as silent, and by which it has ended its work. */
export const LEASE_SECONDS = 60;
/** Seconds between two heartbeats of a computer that works. */
export const WORK_HEARTBEAT_SECONDS = 10;

/** The text with a space before each line that begins as the line does which says who wrote what follows, so that nobody can imitate it. */
export const quoted = (text: string): string => text.replaceAll(/^(?=--- )/gm, " ");

export const STATUSES = ["queued", "started", "completed", "revoked", "cancelled"] as const;
export const DELIVERY_STATES = ["held", "authority_revoked", "membership_lost", "authorization_lost", "review"] as const;
/** Text that says something: white space alone makes no note. */
const said = (max: number) => v.pipe(prose(max), v.regex(/\S/u, m.delegated_work_blank));
const FileIds = v.pipe(v.array(FileIdField), v.maxLength(MAX_FILES_PER_MESSAGE));
/** Whether the work was done, by the computer's own judgement. */
export const Outcome = v.picklist(["done", "failed"]);
/** What a computer said when it gave the work back, and what the member said to it. */
export const Turn = v.object({
  /** From 1, in their order. */
  turn: v.number(),
  round: v.number(),
  kind: v.picklist(["question", "report"]),
  /** The name of the computer. */
  device: v.nullable(v.string()),
  /** Of a report. */
  outcome: v.nullable(Outcome),
  text: v.string(),
  at: Time,
  /** Null while a question waits, or if the work ended before it had an answer. */
  answer: v.nullable(v.object({ text: v.string(), at: Time })),
  /** Of a report. */
  files: v.array(Attachment),
});
export type Turn = v.InferOutput<typeof Turn>;

export const Delegation = v.object({
  id: idOf("delegation"),
  conversationId: ConversationIdField,
  kind: WorkKind,
  status: v.picklist(STATUSES),
  deliveryState: v.nullable(v.picklist(DELIVERY_STATES)),
  /** Who delegated it. */
  accountId: idOf("account"),
  grantId: idOf("deviceGrant"),
  /** The name of the computer that took it; null before that. */
  device: v.nullable(v.string()),
  task: v.string(),
  /** What the computer gets with the task, as far as it still exists. */
  files: v.array(Attachment),
  progress: v.nullable(v.object({ text: v.string(), at: Time })),
  /** Until when the computer counts as reachable; null unless it works. */
  leaseUntil: v.nullable(Time),
  outcome: v.nullable(Outcome),
  report: v.nullable(v.string()),
  /** What came with the report, as far as it still exists. Its note shows them too. */
  reportFiles: v.array(Attachment),
  effects: v.array(
    v.object({
      kind: v.picklist(["note", "reply"]),
      /** `discarded`: by a member who looked at it. */
      state: v.picklist(["pending", "done", "blocked", "needs_review", "discarded"]),
      /** The receipt: the revision of the note. */
      revision: v.nullable(v.number()),
    }),
  ),
  /** Of the report that is to come, or has come: 1, and one more with each that was sent back. */
  round: v.number(),
  /** Its questions, and its reports that were sent back. Queued work whose last question has no answer waits for its member. */
  turns: v.array(Turn),
  createdAt: Time,
  startedAt: v.nullable(Time),
  endedAt: v.nullable(Time),
});
export type Delegation = v.InferOutput<typeof Delegation>;

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };
/** Name of the event. Its data: the delegation and the kind of work. */
export const DELEGATED = "delegated";
export const Delegated = v.object({ delegationId: idOf("delegation"), work: WorkKind });
/** Name of the event of a report that was sent back. `round`: that of the report which is to come. */
export const WORK_SENT_BACK = "work_sent_back";
export const WorkSentBack = v.object({ ...Delegated.entries, round: v.number() });

/**
 * Queues work for the caller's own computers under one of their grants. 409 `conflict` while another delegation holds the conversation, or
 * when the grant does not allow it; 409 `stale_frontier` for what the caller has not seen. `files`: of messages of this conversation, not
 * of its notes; 409 `conflict` for others.
 */
export const delegate = route({
  name: "delegate",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/delegations",
  who: "member",
  params: ofConversation,
  body: v.strictObject({
    clientId: ClientId,
    frontier: Revision,
    grantId: idOf("deviceGrant"),
    kind: WorkKind,
    task: said(MAX_TASK),
    files: v.optional(FileIds, []),
  }),
  reply: v.object({ delegation: Delegation, event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
/** The newest delegations of a conversation: at most 20. */
export const listDelegations = route({
  name: "listDelegations",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/delegations",
  who: "member",
  params: ofConversation,
  reply: v.object({ items: v.array(Delegation) }),
});
export const readDelegation = route({
  name: "readDelegation",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/delegations/:delegationId",
  who: "member",
  params: { ...inProject, delegationId: idOf("delegation") },
  reply: v.object({ delegation: Delegation }),
});
/**
 * Takes work back: queued work never starts, and a computer that works on it is told with its next heartbeat. What it did until then is
 * not undone. The caller's own, and for owners and admins everybody's. 409 `conflict` once it has ended.
 */
export const cancelDelegation = route({
  name: "cancelDelegation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/delegations/:delegationId/cancel",
  who: "member",
  params: { ...inProject, delegationId: idOf("delegation") },
  body: v.strictObject({}),
  reply: v.object({ delegation: Delegation }),
  errors: ["conflict"],
});

/**
 * Answers a question of the caller's own computer, by its number as it was shown. The work is then available under its grant again. 409
 * `conflict` for another answer than it has, once the work has ended, and when the grant doesn't allow it any more. Safe to repeat.
 */
export const answerQuestion = route({
  name: "answerQuestion",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/delegations/:delegationId/answer",
  who: "member",
  params: { ...inProject, delegationId: idOf("delegation") },
  body: v.strictObject({ turn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), answer: said(MAX_ANSWER) }),
  reply: v.object({ delegation: Delegation }),
  errors: ["conflict"],
});
/**
 * Sends the report of the caller's own work back with a note: the work is available under its grant again, and the report stays among its
 * turns. 409 `conflict` while another delegation holds the conversation, when authority was lost or the grant doesn't allow it any more, and
 * after too many; 409 `stale_frontier` for what the caller has not seen.
 */
export const sendBackReport = route({
  name: "sendBackReport",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/delegations/:delegationId/send-back",
  who: "member",
  params: { ...inProject, delegationId: idOf("delegation") },
  body: v.strictObject({ clientId: ClientId, frontier: Revision, note: said(MAX_ANSWER) }),
  reply: v.object({ delegation: Delegation, event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["stale_frontier", "conflict"],
});
/** Delegated work with the people that it is about. */
export const WaitingWork = v.object({
  delegation: Delegation,
  /** Who delegated it; null if the account is gone. */
  person: v.nullable(v.string()),
  customer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }),
});
export type WaitingWork = v.InferOutput<typeof WaitingWork>;
/** The screen of it. */
export const waitingWorkPath = (projectId: string): string => `/projects/${projectId}/delegated-work`;
/** All of the project that waits for a person, what was delegated first being first. */
export const listWaitingWork = route({
  name: "listWaitingWork",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/waiting-work",
  who: "member",
  params: inProject,
  query: v.strictObject({ cursor: v.optional(Cursor) }),
  reply: v.object({ items: v.array(WaitingWork), next: v.nullable(v.string()) }),
});
/** Words of a search at most. */
export const MAX_WORDS = 8;
/**
 * All work of the project, newest first. `q`: words that its task, report, questions and answers all have, as they are spelled. A page looks
 * at 200 of them, so it may have few, or none, and still a next one.
 */
export const listDelegatedWork = route({
  name: "listDelegatedWork",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/delegations",
  who: "member",
  params: inProject,
  query: v.strictObject({
    status: v.optional(v.picklist(STATUSES)),
    mine: v.optional(v.literal("1")),
    q: v.optional(v.pipe(v.string(), v.maxLength(200))),
    cursor: v.optional(Cursor),
  }),
  reply: v.object({ items: v.array(WaitingWork), next: v.nullable(v.string()) }),
});
/** How much of it the caller can do something about, at most 100: their own questions, and all reports that wait for review. */
export const countWaitingWork = route({
  name: "countWaitingWork",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/waiting-work/count",
  who: "member",
  params: inProject,
  reply: v.object({ count: v.number() }),
});
/**
 * Decides about a report that waits for review: `add` puts it into the conversation as a note or proposed reply of the caller's, `discard`
 * leaves it out, and `restore` takes that back. Safe to repeat. 409 `conflict` when it doesn't wait any more.
 */
export const reviewReport = route({
  name: "reviewReport",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/delegations/:delegationId/review",
  who: "member",
  params: { ...inProject, delegationId: idOf("delegation") },
  body: v.strictObject({ decision: v.picklist(["add", "discard", "restore"]) }),
  reply: v.object({ delegation: Delegation }),
  errors: ["conflict"],
});

// --- the connector ---------------------------------------------------------------

const ClaimId = ClientId;
const claimed = { claimId: ClaimId };
/** Work as its connector gets it. The task comes from customers and members: it is data, never part of a command. */
export const Work = v.object({
  id: idOf("delegation"),
  kind: WorkKind,
  task: v.string(),
  person: v.nullable(v.string()),
  /** Read one by one by `readWorkFile`. Names come from customers: they are data, never a path. */
  files: v.array(v.object({ id: FileIdField, name: v.string(), size: v.number() })),
  createdAt: Time,
  leaseSeconds: v.number(),
  heartbeatSeconds: v.number(),
});
export type Work = v.InferOutput<typeof Work>;
/**
 * The oldest queued work under the device's grant, or the work that this claim got before. `data` is null when there is none, and for the
 * claim of work that was finished or taken back: fresh work takes a new claim id. `kinds`: what the computer is set up for; without it
 * everything that its grant allows. `wait`: the answer without work comes when there may be some, which is then claimed by the next
 * request (`again`), or after so many seconds. Only one request of a computer waits at a time.
 */
export const claimWork = route({
  name: "claimWork",
  method: "POST",
  path: "/api/connector/claim",
  who: "device",
  body: v.strictObject({
    ...claimed,
    kinds: v.optional(v.pipe(v.array(WorkKind), v.minLength(1), v.maxLength(10))),
    wait: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CLAIM_WAIT_SECONDS))),
  }),
  reply: v.object({ data: v.nullable(Work), again: v.optional(v.boolean()) }),
});
const ofWork = { delegationId: idOf("delegation") };
/** Keeps the work, and stores a line about it. `data` is null when the work was taken back: end it within five seconds. */
export const sendWorkHeartbeat = route({
  name: "sendWorkHeartbeat",
  method: "POST",
  path: "/api/connector/jobs/:delegationId/heartbeat",
  who: "device",
  params: ofWork,
  body: v.strictObject({ ...claimed, progress: v.optional(prose(MAX_PROGRESS)) }),
  reply: v.object({ data: v.nullable(v.object({ leaseSeconds: v.number() })) }),
});
/** The bytes of a file of the task. 404 once the work is not the computer's own any more, as for a file that there is not. */
export const readWorkFile = route({
  name: "readWorkFile",
  method: "GET",
  path: "/api/connector/jobs/:delegationId/files/:fileId",
  who: "device",
  params: { ...ofWork, fileId: FileIdField },
  query: v.object(claimed),
  reply: "raw",
});
/** A file for the report, which then names it. 404 once the work is not the computer's own any more: nothing is stored. */
export const uploadForReport = route({
  name: "uploadForReport",
  method: "POST",
  path: "/api/connector/jobs/:delegationId/files",
  who: "device",
  params: ofWork,
  query: v.object({ ...claimed, ...UploadQuery.entries }),
  body: "raw",
  reply: v.object({ file: Attachment }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict", "rate_limited"],
});
/**
 * Ends the work with its report, once; the same report again gets the same answer. `data` is null when the work was taken back: nothing is
 * stored. `files`: uploaded for this work before; 409 `conflict` for others.
 */
export const reportWork = route({
  name: "reportWork",
  method: "POST",
  path: "/api/connector/jobs/:delegationId/report",
  who: "device",
  params: ofWork,
  body: v.strictObject({ ...claimed, outcome: Outcome, report: said(MAX_REPORT), files: v.optional(FileIds, []) }),
  reply: v.object({ data: v.nullable(v.object({ status: v.literal("completed") })) }),
  errors: ["conflict"],
});
/**
 * Gives the work back with a question to its member, once; the same again gets the same answer. The claim ends with it: when the question is
 * answered, the work is available under a new one, its task with the exchange. `data` is null when the work was taken back: nothing is
 * stored. 409 `conflict` for another question or after too many.
 */
export const askAboutWork = route({
  name: "askAboutWork",
  method: "POST",
  path: "/api/connector/jobs/:delegationId/question",
  who: "device",
  params: ofWork,
  body: v.strictObject({ ...claimed, question: said(MAX_QUESTION) }),
  reply: v.object({ data: v.nullable(v.object({ status: v.literal("queued") })) }),
  errors: ["conflict"],
});
