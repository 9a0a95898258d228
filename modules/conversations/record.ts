// One batch, one decision: the insert of the first event holds every condition, all else follows that row, the last reads say what happened.
import { isMember, projectIsLive } from "#modules/projects";
import { isActive, notErased } from "#modules/contacts";
import { allFree } from "#modules/files";
import {
  actorOf,
  type ContactFormPrincipal,
  type MailPrincipal,
  type MemberPrincipal,
  sha256,
  type VisitorPrincipal,
} from "#kernel/auth/index.ts";
import { col, queryOne } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound, unavailable } from "#kernel/errors/index.ts";
import { fanOut } from "#kernel/events/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, type FileId, type MessageId, newId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { belowLimits, type Counter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { type SQL, sql } from "drizzle-orm";
import { attachmentsWrite } from "./attachments.ts";
import type { AuthorRole, ConversationEvent, ConversationSummary, Origin } from "./contract.ts";
import { contactErased, filesGone, futureFrontier, staleFrontier } from "./errors.ts";
import { messagePosted } from "./events.ts";
import { announce } from "./live/announce.ts";
import { contactOf, type EventRow, readNewer, readRecorded, readSummary } from "./queries.ts";
import { previewOf, reopens, waitingAfter } from "./rules.ts";
import {
  type Change,
  conversationExists,
  type EventBase,
  eventExists,
  isFirstEvent,
  isFresh,
  type NewEvent,
  writeConversation,
  writeEvents,
  writeMessage,
  writeNewConversation,
  writeNoDraft,
} from "./writes.ts";

type Author = MemberPrincipal | VisitorPrincipal | MailPrincipal | ContactFormPrincipal;
/** What a request has of it; a mail is recorded without one. */
type RecordCtx = Omit<RequestCtx<Author>, "request" | "url" | "address">;

export interface Said {
  readonly kind: "message" | "note";
  readonly content: string;
  readonly attachments: readonly FileId[];
  readonly origin: Origin;
}
/** A second event of the same batch, such as the close of "send and close". */
interface Also {
  readonly kind: "status";
  readonly data: Record<string, unknown>;
  readonly change: Change;
  readonly when: SQL;
}
export interface Command {
  readonly conversationId: ConversationId;
  readonly clientId: string;
  /** The revision that the caller saw. Undefined for what is never refused as stale. */
  readonly frontier?: number;
  readonly said?: Said;
  readonly event?: { kind: "status" | "assigned"; data: Record<string, unknown>; change: Change; visible: boolean };
  readonly also?: Also;
  readonly counters?: readonly Counter[];
  /**
   * Opens the conversation with this message where `when` holds, unless an earlier one under the opening's `clientId` has. Its counters
   * count conversations: a message that finds its conversation opened is counted by the command's own alone.
   */
  readonly opening?: {
    clientId: string;
    counters: readonly Counter[];
    /** What it is about, of the mail that opens it. */
    subject?: string | null;
    by?: OpenedByTeam;
    when?: SQL;
  };
  /** What else makes a repetition the same. */
  readonly beside?: unknown;
  /** What was asked for, where the message is made of it and of how things stand: a repetition is known by it alone. */
  readonly asked?: unknown;
  readonly when?: SQL;
  /** What else is stored with the message, where `done` holds. */
  readonly alongside?: (messageId: MessageId, done: SQL) => readonly SQL[];
  /** What a refusal says when only `when` does not hold. */
  readonly otherwise?: string;
  /** Throws the refusal of a message for which `when`, or that of its opening, does not hold; does nothing when it holds by now. */
  readonly explain?: () => Promise<void>;
}
/** A conversation that somebody of the team begins. */
export interface OpenedByTeam {
  /** Whose it is: an expression, because the contact may be made in the same batch. */
  readonly contactId: SQL;
  /** The door that it goes through from now on. */
  readonly door: Origin["door"];
  readonly when: SQL;
  /** What is stored before it, where the expression holds. */
  readonly first: (opens: SQL) => readonly SQL[];
}
export interface Recorded {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
  readonly repeated: boolean;
}

/** Stores what the caller says or does and tells everybody live. Throws `invalid_request`, `stale_frontier`, `conflict`, `rate_limited` or `not_found`; a refusal leaves no trace. */
export async function record(ctx: RecordCtx, command: Command): Promise<Recorded> {
  const { caller } = ctx;
  const { projectId } = caller;
  const { said, conversationId, clientId } = command;
  if (said && said.content.trim() === "" && said.attachments.length === 0)
    throw invalidRequest([{ path: "content", message: "Write something or attach a file." }]);
  if (said && new Set(said.attachments).size !== said.attachments.length)
    throw invalidRequest([{ path: "attachments", message: "A file is attached twice." }]);
  const now = ctx.clock.now();
  const role: AuthorRole = caller.kind === "member" ? "operator" : "visitor";
  const scope = actorOf(caller);
  const actorId = caller.kind === "member" ? caller.accountId : caller.contactId;
  const automatic = said !== undefined && said.origin.automatic !== null;
  const fingerprint = sha256(
    JSON.stringify(
      command.asked ?? [
        said?.kind,
        said?.content,
        said?.attachments,
        command.event?.kind,
        command.event?.data,
        command.also?.data,
        ...(command.beside === undefined ? [] : [command.beside]),
      ],
    ),
  );
  const eventId = newId("event", now);
  const alsoId = newId("event", now);
  const messageId = said ? newId("message", now) : null;
  const counters = command.counters ?? [];
  const openers = command.opening?.counters ?? [];
  // What somebody else sent to the conversation's address is for the team: a visitor who had others write there would read their mail.
  const visible = said ? said.kind === "message" && said.origin.differentSender !== true : (command.event?.visible ?? false);
  const base: EventBase = { projectId, conversationId, role, actorId, scope, fingerprint, now };
  const first: NewEvent = {
    id: eventId,
    kind: said?.kind ?? command.event?.kind ?? "message",
    visible,
    clientId,
    messageId,
    data: command.event?.data ?? {},
  };
  const also: Also | undefined =
    command.also ??
    (said?.kind === "message" && reopens(role, automatic)
      ? { kind: "status", data: { status: "open", until: null }, change: { status: "open", activity: true }, when: sql`c.status <> 'open'` }
      : undefined);

  // With a proof in this batch nothing happens unless it holds; without one, only what may have changed since is asked again.
  const may =
    ctx.proof?.holds ??
    (caller.kind === "member"
      ? isMember(projectId, caller.accountId)
      : sql`${isActive(projectId, caller.contactId)} AND ${projectIsLive(projectId)}`);
  // Members may hand on and close what is left of somebody who was erased, not add to it.
  const here = caller.kind === "member" && said ? notErased(projectId, sql`c.contact_id`) : sql`1`;
  const mayAct = caller.kind === "member" ? may : sql`${may} AND c.contact_id = ${caller.contactId}`;
  const fresh = command.frontier === undefined ? sql`1` : isFresh(projectId, conversationId, command.frontier, scope);
  const free = said ? allFree(projectId, scope, said.attachments) : sql`1`;
  const reached = command.frontier === undefined ? sql`1` : sql`c.revision >= ${command.frontier}`;
  const decided = sql`${mayAct} AND ${here} AND ${reached} AND ${fresh} AND ${free} AND ${counters.length === 0 ? sql`1` : belowLimits(counters)} AND ${command.when ?? sql`1`}`;
  const opened = caller.kind === "member" ? command.opening?.by : undefined;
  const opens = sql`${may} AND ${projectIsLive(projectId)} AND ${free} AND ${opened?.when ?? sql`0`} AND NOT ${conversationExists(projectId, conversationId)}`;
  const done = eventExists(eventId);
  const change = changeOf(role, said, automatic, command.event?.change);
  const { statements: listeners, jobIds } =
    said?.kind === "message"
      ? fanOut(
          ctx,
          messagePosted,
          { projectId, conversationId, messageId: messageId as string, role, automatic },
          { projectId, cause: messageId as string, when: done, about: contactOf(projectId, conversationId) },
        )
      : { statements: [], jobIds: [] };

  const [rows] = await ctx.db.commitAndRead(
    [
      ...(command.opening && caller.kind !== "member"
        ? [
            writeNewConversation(
              {
                projectId,
                id: conversationId,
                contactId: caller.contactId,
                clientId: command.opening.clientId,
                door: said?.origin.door ?? "widget",
                subject: command.opening.subject ?? null,
                now,
              },
              sql`${may} AND ${free} AND ${belowLimits([...openers, ...counters])} AND ${command.opening.when ?? sql`1`}`,
            ),
          ]
        : []),
      ...(opened
        ? [
            ...opened.first(opens),
            writeNewConversation(
              {
                projectId,
                id: conversationId,
                contactId: opened.contactId,
                clientId: command.opening?.clientId ?? "",
                door: opened.door,
                subject: command.opening?.subject ?? null,
                now,
              },
              opens,
            ),
          ]
        : []),
      also
        ? writeEvents(
            base,
            [first, { ...also, id: alsoId, visible: true, clientId: `${clientId}:${also.kind}`, messageId: null }],
            decided,
            also.when,
          )
        : writeEvents(base, [first], decided),
      ...(said && messageId
        ? [writeMessage({ id: messageId, kind: said.kind, content: said.content, origin: said.origin, clientId }, eventId)]
        : []),
      writeConversation(projectId, conversationId, eventId, { ...change, ...(also ? alsoChange(also) : {}) }, now),
      ...(said && messageId
        ? attachmentsWrite({ projectId, conversationId, owner: scope, fileIds: said.attachments, messageId, visible }, done)
        : []),
      ...(counters.length > 0 ? [writeCounters(counters, done)] : []),
      ...(openers.length > 0 ? [writeCounters(openers, isFirstEvent(eventId))] : []),
      ...(said && caller.kind === "member"
        ? [writeNoDraft(projectId, conversationId, caller.accountId, said.kind === "note" ? "note" : "reply", done)]
        : []),
      ...(said && messageId && command.alongside ? command.alongside(messageId, done) : []),
      ...listeners,
    ],
    readRecorded(
      projectId,
      conversationId,
      scope,
      caller.kind === "member" ? caller.accountId : null,
      also ? [clientId, `${clientId}:${also.kind}`] : [clientId],
    ),
  );

  const [known] = rows;
  const stored = rows.filter((row) => row.id === eventId || row.id === alsoId);
  const [news] = stored;
  if (known && news) {
    ctx.proof?.held();
    const { summary, previousForContact } = news;
    announce(ctx, { projectId, rows: stored, summary, previousForContact });
    wakeJobs(ctx, jobIds);
    return { event: known.event, conversation: summary, repeated: false };
  }
  const [why, ...proved] = await ctx.db.read(
    queryOne(
      sql`SELECT ${counters.length === 0 ? sql`NULL` : firstFull(counters)} AS full, ${reached} AS reached, ${fresh} AS fresh, ${free} AS free, ${here} AS here, ${mayAct} AS may
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
      (row) => ({
        full: col.numberOrNull(row, "full"),
        reached: col.truth(row, "reached"),
        fresh: col.truth(row, "fresh"),
        free: col.truth(row, "free"),
        here: col.truth(row, "here"),
        may: col.truth(row, "may"),
      }),
    ),
    ...(ctx.proof?.queries ?? []),
  );
  ctx.proof?.settle(proved);
  if (known) {
    if (known.fingerprint !== fingerprint) throw conflict("This clientId was used for something else.");
    ctx.reply.status = 200;
    return { event: known.event, conversation: known.summary, repeated: true };
  }
  return await refuse(ctx, command, why);
}

type Why = { full: number | null; reached: boolean; fresh: boolean; free: boolean; here: boolean; may: boolean } | undefined;

async function refuse(ctx: RecordCtx, command: Command, why: Why): Promise<never> {
  const { projectId } = ctx.caller;
  const counters = command.counters ?? [];
  if (!why && command.opening?.by) {
    await command.explain?.();
    throw command.said && command.said.attachments.length > 0 ? filesGone() : unavailable();
  }
  if (!why && command.opening) {
    const all = [...command.opening.counters, ...counters];
    const [full] = await ctx.db.read(queryOne(sql`SELECT ${firstFull(all)} AS full`, (row) => col.numberOrNull(row, "full")));
    const counter = all[full ?? -1];
    if (counter) throw limitRefusal(counter, ctx.clock.now());
    throw command.said && command.said.attachments.length > 0 ? filesGone() : notFound();
  }
  if (!why || !why.may) throw notFound();
  if (!why.here) throw contactErased();
  if (!why.reached) throw futureFrontier();
  if (!why.fresh) {
    const [missed, summary] = await ctx.db.read(
      readNewer(projectId, command.conversationId, command.frontier ?? 0, 200, false),
      readSummary(projectId, command.conversationId, null),
    );
    throw staleFrontier({ revision: summary?.revision ?? 0, events: missed.map((row: EventRow) => row.event) });
  }
  if (!why.free) throw filesGone();
  const counter = counters[why.full ?? -1];
  if (counter) throw limitRefusal(counter, ctx.clock.now());
  await command.explain?.();
  // Nothing explains it any more: whatever stood in the way is gone since.
  if (command.said) throw unavailable();
  throw conflict(command.otherwise ?? "The conversation is in this state already.");
}

function changeOf(role: AuthorRole, said: Said | undefined, automatic: boolean, own: Change | undefined): Change {
  if (!said) return own ?? { activity: false };
  const text = previewOf(said.content, said.attachments.length);
  if (said.kind === "note") return { activity: true, preview: { text, role: "note", automatic } };
  return {
    activity: true,
    preview: { text, role, automatic },
    waiting: waitingAfter(role, automatic),
    countVisitor: role === "visitor",
    countTeam: role !== "visitor",
  };
}
/** The status only changes when the second event is there; for "also" without a condition it always is. */
const alsoChange = (also: Also): Change => also.change;
