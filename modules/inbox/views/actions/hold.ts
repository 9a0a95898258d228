// Replies that wait on the server for some seconds, in which they can be taken back.
import { call, queryClient, reading, toastProblem } from "#dashboard/api.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { holdReply, type PendingReply, readPendingReplies, sendPendingReply, undoReply } from "#modules/undo-send/contract";
import { applyAccepted, forgetDraft, type MessageDraft, notSent, paramsOf, replyBody } from "./actions.ts";
import {
  dropOutgoing,
  isOpenThread,
  keys,
  markSeen,
  outboxOf,
  type Outgoing,
  putOutgoing,
  setReturned,
  setStale,
  type ThreadContext,
  wasErased,
} from "#modules/live-inbox/views";

interface Hold {
  readonly context: ThreadContext;
  readonly out: Outgoing;
  readonly dueAt: number;
  /** Whether the server has it. Never rejects. */
  readonly stored: Promise<boolean>;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Shows the conversation. */
  open(): void;
}
/** What can still be taken back, by client id, the last one at the end. */
const holds = new Map<string, Hold>();
/** Those that this page is done with: an answer that is late must not show them again. */
const settled = new Set<string>();
/** How often a server that cannot be reached is asked again. */
const AGAIN = 1000;

/** Shows the reply at once and holds it for `seconds`; then it is sent. `open` shows the conversation, for when it comes back. */
export async function holdBack(context: ThreadContext, draft: MessageDraft, seconds: number, open: () => void): Promise<void> {
  const clientId = crypto.randomUUID();
  const dueAt = Date.now() + seconds * 1000;
  const frontier = outboxOf(context).seen;
  const out: Outgoing = { ...draft, clientId, createdAt: new Date().toISOString(), state: "held", dueAt, problem: undefined, frontier };
  const body = { ...replyBody(out, frontier), undoSeconds: seconds as 5 };
  // The server sends an earlier one as soon as it gets this one.
  for (const hold of holdsIn(context)) {
    forget(hold);
    putOutgoing(context, { ...hold.out, state: "sending" });
    void hold.stored.then((stored) => stored && isStored(context, hold.out.clientId));
  }
  putOutgoing(context, out);
  setStale(context, undefined);
  const answer = call(holdReply, { params: paramsOf(context), body });
  begin({
    context,
    out,
    dueAt,
    open,
    stored: answer.then(
      () => true,
      () => false,
    ),
  });
  try {
    const { pending } = await answer;
    forgetDraft(context, out);
    if (pending === null) await readAgain(context, clientId);
    else isStored(context, clientId);
  } catch (cause) {
    const hold = holds.get(clientId);
    if (hold) forget(hold);
    // It was taken back meanwhile.
    else if (!outboxOf(context).outgoing.some((one) => one.clientId === clientId)) return;
    notSent(context, out, cause, () => giveBack({ context, out, open }));
  }
}

/** The server has it: this browser need not keep it any more. */
function isStored(context: ThreadContext, clientId: string): void {
  const out = outboxOf(context).outgoing.find((one) => one.clientId === clientId);
  if (out) putOutgoing(context, out, true);
}

function begin(hold: Omit<Hold, "timer">): void {
  const timer = setTimeout(() => void sendHeld(hold.out.clientId), Math.max(0, hold.dueAt - Date.now()));
  holds.set(hold.out.clientId, { ...hold, timer });
}
function forget({ out, timer }: Hold): void {
  clearTimeout(timer);
  holds.delete(out.clientId);
  settled.add(out.clientId);
}
const holdsIn = ({ projectId, conversationId }: ThreadContext): Hold[] =>
  [...holds.values()].filter(({ context }) => context.conversationId === conversationId && context.projectId === projectId);

/** The last reply in this conversation that can still be taken back. */
export const lastHeld = (context: ThreadContext): Outgoing | undefined => holdsIn(context).at(-1)?.out;

/** Stores a reply that is sent at that time. `giveBack` returns its text to the composer if that was refused. */
export async function scheduleReply(context: ThreadContext, draft: MessageDraft, at: Date, giveBack: () => void): Promise<void> {
  const out: Outgoing = {
    ...{ ...draft, clientId: crypto.randomUUID(), createdAt: new Date().toISOString(), state: "held", problem: undefined },
  };
  setStale(context, undefined);
  const body = { ...replyBody(out, outboxOf(context).seen), sendAt: at.toISOString() };
  try {
    await untilAnswered(() => call(holdReply, { params: paramsOf(context), body }));
    forgetDraft(context, out);
    await rereadPending(context);
  } catch (cause) {
    // Of a conversation whose contact is erased there is no draft.
    if (wasErased(context, cause)) return;
    if (cause instanceof CallError && cause.problem.code === "stale_frontier") return notSent(context, out, cause, giveBack);
    giveBack();
    toastProblem(cause);
    // It may be stored although its answer was lost.
    await rereadPending(context);
  }
}

/** How often a request is repeated whose answer was lost. */
const TRIES = 5;
/** Repeats what is stored once, because of its client id: an answer that was lost must not make a second one. Throws the last failure. */
async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (cause) {
      const unreachable = cause instanceof CallError && (cause.status === 0 || cause.status >= 500);
      if (!unreachable || tries === TRIES) throw cause;
    }
    await new Promise((done) => setTimeout(done, AGAIN * tries));
  }
}

/** Sends a scheduled reply now. */
export async function sendScheduled(context: ThreadContext, pending: PendingReply): Promise<void> {
  try {
    const { sent } = await call(sendPendingReply, { params: paramsOf(context), body: { clientId: pending.clientId } });
    if (sent) applyAccepted(context, sent);
    else await queryClient.invalidateQueries({ queryKey: keys.thread(context.projectId, context.conversationId) });
  } catch (cause) {
    const out = outgoingOf(pending);
    if (cause instanceof CallError && cause.problem.code === "stale_frontier")
      notSent(context, out, cause, () => setReturned(context, out));
    else if (!wasErased(context, cause)) toastProblem(cause);
  } finally {
    await rereadPending(context);
  }
}

/** Takes a scheduled reply back: its text is in the composer again. */
export async function editScheduled(context: ThreadContext, pending: PendingReply): Promise<void> {
  try {
    await call(undoReply, { params: paramsOf(context), body: { clientId: pending.clientId } });
    setReturned(context, outgoingOf(pending));
  } catch (cause) {
    toastProblem(cause);
  } finally {
    await rereadPending(context);
  }
}

const rereadPending = ({ projectId, conversationId }: ThreadContext): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: reading(readPendingReplies, { params: { projectId, conversationId } as never }).queryKey });

const outgoingOf = ({ clientId, content, attachments, close, snooze, mail, createdAt, dueIn }: PendingReply): Outgoing => ({
  ...{ clientId, kind: "reply", content, attachments, close, snooze, mail: mail as never, createdAt },
  ...{ state: "held", dueAt: Date.now() + dueIn, problem: undefined },
});

/** Sends a held reply now. If the server cannot be reached, it sends the reply by itself. */
export async function sendHeld(clientId: string): Promise<void> {
  const hold = holds.get(clientId);
  if (!hold) return;
  const { context, out } = hold;
  forget(hold);
  putOutgoing(context, { ...out, state: "sending" });
  // Whoever asked for it learns why not.
  if (!(await hold.stored)) return;
  isStored(context, clientId);
  try {
    const { sent } = await call(sendPendingReply, { params: paramsOf(context), body: { clientId } });
    if (!sent) return await readAgain(context, clientId);
    applyAccepted(context, sent);
    dropOutgoing(context, clientId);
  } catch (cause) {
    if (!(cause instanceof CallError) || cause.status === 0 || cause.status >= 500) return;
    if (cause.problem.code === "stale_frontier") return notSent(context, out, cause, () => giveBack(hold));
    dropOutgoing(context, clientId);
    // Of a conversation that is gone, or whose contact is erased, there is no draft.
    if (cause.status !== 404 && !wasErased(context, cause)) giveBack(hold, m.conversations_refused_as_draft());
    toastProblem(cause);
  }
}

/** Its text returns to the composer: at once, or when the conversation is opened again. */
function giveBack({ context, out, open }: Pick<Hold, "context" | "out" | "open">, title = m.conversations_back_as_draft()): void {
  setReturned(context, out);
  if (isOpenThread(context.conversationId)) return;
  toast({ title, tone: "bad", action: { label: m.conversations_open_it(), run: open } });
}

/** It was sent without this page: its event is in the thread. */
async function readAgain(context: ThreadContext, clientId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.thread(context.projectId, context.conversationId) });
  dropOutgoing(context, clientId);
}

/** Takes a held reply back: what it was made of is in the composer at once. Whether there was still something to take back. */
export function undoHeld(clientId: string): boolean {
  const hold = holds.get(clientId);
  if (!hold) return false;
  forget(hold);
  dropOutgoing(hold.context, clientId);
  setReturned(hold.context, hold.out);
  void takeBack(hold);
  return true;
}
async function takeBack({ context, out, dueAt, stored }: Hold): Promise<void> {
  await stored;
  for (;;) {
    try {
      await call(undoReply, { params: paramsOf(context), body: { clientId: out.clientId } });
      return;
    } catch (cause) {
      const unreachable = cause instanceof CallError && (cause.status === 0 || cause.status >= 500);
      if (!unreachable) return toast({ tone: "bad", title: m.conversations_undo_late(), body: m.conversations_undo_late_body() });
      if (Date.now() > dueAt) return toast({ tone: "bad", title: m.conversations_undo_unknown(), body: m.conversations_undo_late_body() });
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** Offers to take back what still waits in a conversation that the member leaves. `open` shows the conversation again. */
export function offerUndo(context: ThreadContext, open: () => void): void {
  const last = holdsIn(context).at(-1);
  const left = (last?.dueAt ?? 0) - Date.now();
  if (!last || left < 500) return;
  toast({
    title: m.conversations_held_elsewhere(),
    lasts: left,
    undo: () => {
      if (undoHeld(last.out.clientId)) open();
      else toast({ tone: "bad", title: m.conversations_undo_late() });
    },
  });
}

/** Shows what the server holds of the member, as after a reload, or the notice about what it could not send. */
export function adoptPending(context: ThreadContext, pending: PendingReply | null, last: number, open: () => void): void {
  if (!pending || holds.has(pending.clientId) || settled.has(pending.clientId)) return;
  const { clientId, state, close, snooze, frontier } = pending;
  if (state === "waiting") {
    const dueAt = Date.now() + pending.dueIn;
    const out = outgoingOf(pending);
    putOutgoing(context, out, true);
    return begin({ context, out, dueAt, open, stored: Promise.resolve(true) });
  }
  settled.add(clientId);
  if (outboxOf(context).stale) return;
  setStale(context, {
    after: frontier,
    missed: state === "stale" ? Math.max(1, last - frontier) : 0,
    ...{ what: state === "stale" ? "reply" : "refused", close, snooze },
    again: () => {
      markSeen(context, last);
      setStale(context, undefined);
    },
  });
}
