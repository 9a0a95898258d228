// A member's actions on a conversation: reply, note, close, snooze, assign. Each is shown at once and confirmed by the server's response.
// None is repeated automatically if the conversation has moved on.
import { call, queryClient } from "#dashboard/api.ts";
import type { MailChoice } from "#dashboard/screen.ts";
import { isOnline } from "#dashboard/online.ts";
import { painted } from "#dashboard/after-paint.ts";
import { projectNow } from "#dashboard/session.tsx";
import { CallError } from "#kernel/wire/route.ts";
import type { Attachment } from "#modules/files/contract";
import {
  addNote,
  assignConversation,
  changeStatus,
  type ConversationEvent,
  type ConversationSummary,
  type Draft,
  MAX_MENTIONS,
  replyToConversation,
  saveDraft,
  type Status,
} from "#modules/conversations/contract";
import {
  applyHandled,
  changeDrafts,
  changeRow,
  draftDeleted,
  dropOutgoing,
  insertEvents,
  keys,
  markSeen,
  outboxOf,
  type Outgoing,
  putOutgoing,
  setStale,
  type Snooze,
  type Stale,
  type ThreadAnswer,
  type ThreadContext,
  wasErased,
} from "#modules/live-inbox/views";
import type { RecordedAnswer } from "../slots.ts";
import { mentionsIn } from "../mentions.ts";

export interface MessageDraft {
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly close: boolean;
  /** Also snoozes; `until` null: until the next reply. */
  readonly snooze?: Snooze | undefined;
  readonly mail?: MailChoice | undefined;
}

export const paramsOf = ({ projectId, conversationId }: ThreadContext) => ({ projectId, conversationId });
const idsOf = (files: readonly Attachment[]) => files.map((file) => file.id);

/**
 * Sends a message or note. `onStale` gets the draft back, so that its text returns to the composer. Without a connection, and behind what
 * waits for one, it waits; after another failure it stays in the thread with its text. `attempted`: it was on its way before, and may have
 * arrived.
 */
export async function send(
  context: ThreadContext,
  draft: MessageDraft,
  onStale: () => void,
  clientId: string = crypto.randomUUID(),
  attempted = false,
): Promise<void> {
  const out: Outgoing = {
    ...draft,
    ...{ clientId, createdAt: new Date().toISOString(), state: "sending", problem: undefined, attempted: undefined },
    frontier: outboxOf(context).seen,
  };
  setStale(context, undefined);
  if (mustWait(context, clientId)) return wait(context, out, attempted);
  putOutgoing(context, out);
  try {
    applyAccepted(context, await deliverMessage(context, out));
    dropOutgoing(context, clientId);
    forgetDraft(context, out);
  } catch (cause) {
    notSent(context, out, cause, onStale);
  }
}

/** Whether a message has to wait: for a connection, or because another one in the conversation does. */
export const mustWait = (context: ThreadContext, clientId?: string): boolean =>
  !isOnline() || outboxOf(context).outgoing.some((out) => out.state === "waiting" && out.clientId !== clientId);

/** Keeps the message in this browser until there is a connection. `attempted`: it may have arrived. */
export function wait(context: ThreadContext, out: Outgoing, attempted = out.attempted): void {
  putOutgoing(context, { ...out, state: "waiting", dueAt: undefined, problem: undefined, attempted });
  wake?.(attempted === true);
}
let wake: ((later: boolean) => void) | undefined;
/** Sets what delivers waiting messages; `later`: one was just tried. */
export const onWaiting = (run: (later: boolean) => void): void => void (wake = run);

/** Calls the route of a message; it is stored once, however often. */
export const deliverMessage = (context: ThreadContext, out: Outgoing): Promise<Handled> =>
  out.kind === "note"
    ? call(addNote, {
        params: paramsOf(context),
        body: {
          ...{ clientId: out.clientId, content: out.content, attachments: idsOf(out.attachments) as never },
          mentions: mentionsOf(context, out.content) as never,
        },
      })
    : call(replyToConversation, {
        params: paramsOf(context),
        body: replyBody(out, out.frontier ?? outboxOf(context).seen),
      });

/** Gives a message back that was refused as stale, lets it wait if nobody answered; else it stays in the thread with what can be done. */
export function notSent(context: ThreadContext, out: Outgoing, cause: unknown, onStale: () => void): void {
  const stale = staleOf(context, cause, "reply", undefined);
  if (stale) {
    dropOutgoing(context, out.clientId);
    onStale();
    setStale(context, { ...stale, close: out.close, snooze: out.snooze });
  } else if (cause instanceof CallError && cause.status === 0) wait(context, out, true);
  else if (!wasErased(context, cause)) putOutgoing(context, { ...out, state: "failed", problem: sentence(cause) });
}

/** What a reply or note asks the server for. */
export const replyBody = (out: Outgoing, frontier: number) => ({
  ...{ clientId: out.clientId, content: out.content, attachments: idsOf(out.attachments) as never, frontier, close: out.close },
  ...(out.snooze && { snooze: out.snooze }),
  ...(out.mail && { mail: out.mail as never }),
});

/** The members whom a note mentions, as far as they are known to be members now. */
const mentionsOf = ({ projectId }: ThreadContext, content: string): string[] =>
  mentionsIn(content, projectNow(`/projects/${projectId}`)?.members ?? []).slice(0, MAX_MENTIONS);

/** Sends a failed message again with its client id, so that it is not stored twice if the first attempt arrived. */
export const retry = (context: ThreadContext, out: Outgoing, onStale: () => void): Promise<void> =>
  send(context, out, onStale, out.clientId, out.attempted);

/** Discards a failed message, and the server's draft of it if there is one. */
export function discard(context: ThreadContext, out: Outgoing): void {
  dropOutgoing(context, out.clientId);
  forgetDraft(context, out);
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(context.projectId, context.conversationId));
  // The member has written something else since, which keeps the draft.
  if (held?.drafts.some((draft) => draft.kind === out.kind)) return;
  call(saveDraft, { params: { ...paramsOf(context), kind: out.kind }, body: { content: "", attachments: [] } }).catch(() => undefined);
}

/** Whether the draft is the text of this message, saved before it was sent. */
export const isDraftOf = (out: Outgoing, draft: Pick<Draft, "kind" | "content">): boolean => {
  const text = draft.content.trim();
  // The rest may be a signature, or what was written after it was saved.
  return out.kind === draft.kind && (out.content === text || (text !== "" && out.content.startsWith(`${text}\n\n`)));
};

/** The server has stored the message, and deleted the draft that it was. */
export function forgetDraft(context: ThreadContext, out: Outgoing): void {
  changeDrafts(context, (drafts) => drafts.filter((draft) => !isDraftOf(out, draft)));
  draftDeleted(context, out.kind);
}

/** Closes, reopens or snoozes. Returns the row as it was, or undefined if refused. */
export function setStatus(
  context: ThreadContext,
  to: { status: Status; until: string | null },
  frontier?: number,
): Promise<ConversationSummary | undefined> {
  const change = { status: to.status, snoozedUntil: to.status === "snoozed" ? to.until : null };
  return runAction(
    context,
    change,
    "status",
    frontier,
    (at) => setStatus(context, to, at),
    (handling) => call(changeStatus, { params: paramsOf(context), body: { ...handling, ...to } }),
  );
}

export function assign(context: ThreadContext, assigneeId: string | null, frontier?: number): Promise<ConversationSummary | undefined> {
  const change = { assigneeId: assigneeId as ConversationSummary["assigneeId"] };
  return runAction(
    context,
    change,
    "assign",
    frontier,
    (at) => assign(context, assigneeId, at),
    (handling) => call(assignConversation, { params: paramsOf(context), body: { ...handling, assigneeId: assigneeId as never } }),
  );
}

/** Changes a field of another module, and `also` what goes with it. If that is refused as stale, what was missed appears in the thread. */
export async function changeField(
  context: ThreadContext,
  name: string,
  value: string | undefined,
  run: (frontier: number) => Promise<RecordedAnswer | undefined>,
  also: Partial<ConversationSummary> = {},
): Promise<void> {
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(context.projectId, context.conversationId))?.conversation;
  const { [name]: _, ...others } = held?.fields ?? {};
  const fields = value === undefined ? others : { ...others, [name]: value };
  const back = changeRow(context.projectId, context.me, context.conversationId, { ...also, fields });
  const frontier = outboxOf(context).seen;
  try {
    await painted();
    const answer = await run(frontier);
    if (answer) applyHandled(context.projectId, context.me, answer);
  } catch (cause) {
    back();
    if (cause instanceof CallError && cause.problem.code === "stale_frontier")
      insertEvents(context.projectId, context.conversationId, (cause.problem["events"] ?? []) as ConversationEvent[]);
    throw cause;
  }
}

export interface Handled {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
  readonly repeated: boolean;
}

/** The last action of each kind that is on its way, by conversation. */
const running = new Map<string, { readonly change: string; readonly ended: Promise<unknown> }>();

/**
 * Runs one action of a kind at a time. The same action while it is on its way, such as by a double click, is ignored; another one waits, so
 * that both arrive in the order in which they were chosen.
 */
async function runAction(
  context: ThreadContext,
  change: Partial<ConversationSummary>,
  what: Stale["what"],
  frontier: number | undefined,
  again: (revision: number) => Promise<unknown>,
  run: (handling: { clientId: string; frontier: number }) => Promise<Handled>,
): Promise<ConversationSummary | undefined> {
  const key = `${context.conversationId} ${what}`;
  const before = running.get(key);
  const named = JSON.stringify(change);
  if (before?.change === named) return undefined;
  const action = (async () => {
    await before?.ended;
    return await runNow(context, change, what, frontier, again, run);
  })();
  const mine = { change: named, ended: action.catch(() => undefined) };
  running.set(key, mine);
  try {
    return await action;
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}

async function runNow(
  context: ThreadContext,
  change: Partial<ConversationSummary>,
  what: Stale["what"],
  frontier: number | undefined,
  again: (revision: number) => Promise<unknown>,
  run: (handling: { clientId: string; frontier: number }) => Promise<Handled>,
): Promise<ConversationSummary | undefined> {
  const was = queryClient.getQueryData<ThreadAnswer>(keys.thread(context.projectId, context.conversationId))?.conversation;
  const back = changeRow(context.projectId, context.me, context.conversationId, change);
  setStale(context, undefined);
  const handling = { clientId: crypto.randomUUID(), frontier: frontier ?? outboxOf(context).seen };
  try {
    await painted();
    applyAccepted(context, await run(handling));
    return was;
  } catch (cause) {
    back();
    const stale = staleOf(context, cause, what, (revision) => void again(revision).catch(() => undefined));
    if (!stale) throw cause;
    setStale(context, stale);
    return undefined;
  }
}

/**
 * Applies an accepted action to the frontier. The server has compared the frontier, so no unseen message precedes the reply. A note is not
 * compared, so it advances the frontier only if it is the next revision. A repeated call returns a conversation that may have moved on
 * since, so only its own revision counts.
 */
export function applyAccepted(context: ThreadContext, answer: Handled): void {
  const next = answer.event.revision === outboxOf(context).seen + 1;
  applyHandled(context.projectId, context.me, answer);
  if (answer.event.kind !== "note" || next) markSeen(context, answer.repeated ? answer.event.revision : answer.conversation.revision);
}

export function staleOf(
  context: ThreadContext,
  cause: unknown,
  what: Stale["what"],
  again: ((revision: number) => void) | undefined,
): Stale | undefined {
  if (!(cause instanceof CallError) || cause.problem.code !== "stale_frontier") return undefined;
  const events = (cause.problem["events"] ?? []) as ConversationEvent[];
  const revision = cause.problem.revision ?? events.at(-1)?.revision ?? 0;
  // A reply that was begun earlier has an earlier frontier than what was shown since.
  const [first] = events;
  const after = Math.min(outboxOf(context).seen, first === undefined ? Infinity : first.revision - 1);
  insertEvents(context.projectId, context.conversationId, events);
  return {
    after,
    missed: events.length,
    what,
    close: false,
    again: () => {
      markSeen(context, revision);
      setStale(context, undefined);
      again?.(revision);
    },
  };
}

export const sentence = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
