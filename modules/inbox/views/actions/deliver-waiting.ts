// Delivers what waits for a connection: when there is one again, at the next start of the dashboard on any page, and once in all windows.
import { connection, toastProblem } from "#dashboard/api.ts";
import { forgetUnstored, hasUnstored } from "#dashboard/browser-storage.ts";
import { isOnline, onConnection } from "#dashboard/online.ts";
import { hasConfirmedLoss } from "#dashboard/sign-out.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { Uploads } from "#modules/files/views";
import { threadPath } from "#modules/conversations/contract";
import {
  deliver,
  type DeliveryPorts,
  dropOutgoing,
  giveBack,
  hasBeenTried,
  hasRoom,
  isOpenThread,
  outboxOf,
  type Outgoing,
  putOutgoing,
  readAllUnsent,
  rereadUnsent,
  setReturned,
  setStale,
  type ThreadContext,
  tidyLeftDrafts,
  tidyUnsent,
  type Unsent,
  unstoredWaiting,
  wasErased,
  WINDOW,
} from "#modules/live-inbox/views";
import { applyAccepted, deliverMessage, forgetDraft, type Handled, onWaiting, sentence, staleOf } from "./actions.ts";

const LOCK = "seed.outbox";
const windowLock = (name: string): string => `seed.window.${name}`;
/** How long a request may take, in milliseconds: it keeps other windows waiting. */
const ANSWERED_WITHIN = 30_000;
/** Between two attempts, in milliseconds: doubled up to a minute. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

let member: string | undefined;
let open: ((path: string) => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let pauses = 0;
let running: Promise<void> | undefined;
let again = false;
const failures = new Map<string, number>();

const contextOf = (me: string, { projectId, conversationId }: Unsent): ThreadContext => ({ me, projectId, conversationId });
const outgoingOf = ({ state: _, n: _n, by: _by, projectId: _p, conversationId: _c, ...out }: Unsent): Outgoing => ({
  ...out,
  state: "waiting",
  problem: undefined,
});

/** The answer, or that there was none in time: a request that hangs may still arrive, which its client id allows for. */
function soon<T>(answer: Promise<T>): Promise<T> {
  const tooLate = new CallError(0, { error: m.conversations_waiting_connection(), code: "offline" }, undefined);
  return Promise.race([answer, new Promise<never>((_, refuse) => setTimeout(() => refuse(tooLate), ANSWERED_WITHIN))]);
}

/** What waits, with what this page alone holds because the browser stores nothing. */
function storedBy(me: string): Unsent[] {
  const stored = readAllUnsent(me);
  const unstored = unstoredWaiting(me).map(({ context: { projectId, conversationId }, out }, index): Unsent => {
    const { state: _, dueAt: _due, problem: _problem, unstored: _unstored, ...rest } = out;
    // Behind what was written before it.
    const n = Math.max(-1, ...stored.flatMap((one) => (one.createdAt <= out.createdAt ? [one.n] : []))) + 0.5 + index / 1e6;
    return { ...rest, attachments: [...out.attachments], projectId, conversationId, state: "waiting", n };
  });
  return [...stored, ...unstored].toSorted((a, b) => a.n - b.n);
}

/** Runs it while no other window does the same; where the browser has no locks, the client ids have to be enough. */
const alone = async (run: () => Promise<void>): Promise<void> => {
  if (navigator.locks === undefined) return await run();
  await navigator.locks.request(LOCK, run);
};

function portsOf(me: string): DeliveryPorts<Handled> {
  /** Says what became of messages of a conversation that is not open. */
  const say = (one: Unsent, title: string, body?: string): void => {
    if (isOpenThread(one.conversationId)) return;
    const show = (): void => open?.(threadPath(one.projectId, one.conversationId));
    toast({
      title,
      ...(body !== undefined && { body }),
      tone: "bad",
      lasts: 60_000,
      action: { label: m.conversations_waiting_open(), run: show },
    });
  };
  const fail = (messages: readonly Unsent[], problem: string): void => {
    for (const one of messages) putOutgoing(contextOf(me, one), { ...outgoingOf(one), state: "failed", problem });
    const [first] = messages;
    if (first) say(first, m.conversations_waiting_failed({ why: problem }), first.content.slice(0, 200));
  };
  return {
    stored: () => storedBy(me),
    isOpen: async (name) => {
      if (name === WINDOW) return true;
      if (navigator.locks === undefined) return false;
      const { held = [] } = await navigator.locks.query();
      return held.some((lock) => lock.name === windowLock(name));
    },
    now: Date.now,
    begin: (one) => putOutgoing(contextOf(me, one), { ...outgoingOf(one), attempted: true, state: "sending" }),
    send: (one) => soon(deliverMessage(contextOf(me, one), outgoingOf(one))),
    accepted(one, answer) {
      const context = contextOf(me, one);
      applyAccepted(context, answer);
      dropOutgoing(context, one.clientId);
      forgetDraft(context, outgoingOf(one));
      const revision = answer.repeated ? answer.event.revision : answer.conversation.revision;
      if (one.kind === "note") return;
      // Nobody else came before it: the next one has seen what it did.
      for (const next of storedBy(me).filter((other) => other.state === "waiting" && other.conversationId === one.conversationId))
        if (next.frontier !== undefined && next.frontier < revision) putOutgoing(context, { ...outgoingOf(next), frontier: revision });
    },
    waits: (one) => putOutgoing(contextOf(me, one), { ...outgoingOf(one), attempted: true }),
    back(messages, cause) {
      const [first] = messages;
      if (!first) return;
      const context = contextOf(me, first);
      const gone =
        cause instanceof CallError && (cause.status === 403 || cause.status === 404 || cause.problem["mergedInto"] !== undefined);
      // Where no reply can be written, its text stays in the thread, to be copied.
      if (gone) return fail(messages, sentence(cause));
      const stale = staleOf(context, cause, "reply", undefined);
      giveBack(context, messages.map(outgoingOf));
      const last = messages.at(-1) ?? first;
      if (stale) setStale(context, { ...stale, close: last.close, snooze: last.snooze });
      else toastProblem(cause);
      say(first, stale ? m.conversations_waiting_stale() : m.conversations_waiting_refused());
    },
    failed: (messages, cause) => fail(messages, cause === undefined ? m.conversations_waited_too_long() : sentence(cause)),
    erased(one, cause) {
      const context = contextOf(me, one);
      wasErased(context, cause);
      dropOutgoing(context, one.clientId);
    },
    // The page is being left for the sign-in. Its author finds them there, and decides.
    signedOut() {
      for (const one of storedBy(me).filter(({ state }) => state === "waiting"))
        putOutgoing(contextOf(me, one), { ...outgoingOf(one), state: "failed", problem: m.conversations_signed_out() });
    },
    alone,
  };
}

async function run(me: string): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (!isOnline() || storedBy(me).every((one) => one.state === "failed" || one.state === "returned")) return;
  const { left, soon } = await deliver(portsOf(me), failures);
  if (left) timer = setTimeout(() => wakeDelivery(), Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** pauses++));
  else {
    pauses = 0;
    if (soon) timer = setTimeout(() => wakeDelivery(), LONGEST_PAUSE / 2);
  }
}

/** Delivers what waits now; `later`: after a pause, because it was just tried. One round at a time. */
export function wakeDelivery(later = false): void {
  const me = member;
  if (me === undefined) return;
  if (later) return void (timer ??= setTimeout(() => wakeDelivery(), FIRST_PAUSE));
  if (running) return void (again = true);
  running = run(me)
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      running = undefined;
      if (!again) return;
      again = false;
      wakeDelivery();
    });
}

/** Why a message can neither be sent nor wait for a connection; undefined if it can. */
export function whyNotWaiting(
  { me }: ThreadContext,
  content: string,
  { at, uploads }: { readonly at: Date | undefined; readonly uploads: Pick<Uploads, "items" | "ready"> },
): string | undefined {
  if (isOnline()) return undefined;
  if (at) return m.conversations_offline_schedule();
  if (uploads.items.length > uploads.ready.length) return m.conversations_offline_files();
  return hasRoom(me, content) ? undefined : m.conversations_outbox_full();
}

/** Takes a waiting message out of the outbox, unless it was sent meanwhile, or tried by another window; then undefined. */
export async function takeBack(context: ThreadContext, clientId: string): Promise<Outgoing | undefined> {
  let taken: Outgoing | undefined;
  let mayHaveArrived = false;
  await alone(async () => {
    const stored = readAllUnsent(context.me).find((one) => one.clientId === clientId);
    const isHere = stored !== undefined || unstoredWaiting(context.me).some(({ out }) => out.clientId === clientId);
    mayHaveArrived = stored !== undefined && hasBeenTried(stored);
    if (mayHaveArrived) return rereadUnsent(context.me);
    if (isHere) taken = outboxOf(context).outgoing.find((out) => out.clientId === clientId && out.state === "waiting");
    if (taken) dropOutgoing(context, clientId);
  });
  if (!taken) toast({ title: mayHaveArrived ? m.conversations_waiting_attempted() : m.conversations_sent_meanwhile() });
  return taken;
}

/** Puts a waiting message back into the composer. */
export async function editWaiting(context: ThreadContext, out: Outgoing): Promise<void> {
  const taken = await takeBack(context, out.clientId);
  if (taken) setReturned(context, taken);
}

/** Begins to deliver what waits for the member, in this window too. `show` opens a path of the dashboard. Call it once. */
export function startDelivery(me: string, show: (path: string) => void): void {
  member = me;
  open = show;
  const { gate } = connection;
  connection.gate = (init) => {
    gate?.(init);
    // Another person may have signed in to this browser meanwhile: nothing of this one is sent in their name.
    init.headers = { ...(init.headers as Record<string, string>), "x-account": me };
  };
  onWaiting(wakeDelivery);
  addEventListener("beforeunload", (event) => {
    if (hasUnstored() && !hasConfirmedLoss()) event.preventDefault();
  });
  tidyUnsent(me);
  rereadUnsent(me);
  void tidyLeftDrafts(me);
  // Held as long as this window is open: what it was sending when it closed is taken over by another one.
  void navigator.locks?.request(windowLock(WINDOW), () => new Promise(() => undefined)).catch(() => undefined);
  const wake = (): void => {
    pauses = 0;
    wakeDelivery();
  };
  onConnection(wake);
  onConnection(() => isOnline() && void tidyLeftDrafts(me));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  addEventListener("storage", ({ key, newValue }) => {
    // Signed out in another window, where the person was asked.
    if (key === "seed.own" && newValue === null) forgetUnstored();
    if (key !== null && (!key.startsWith("seed.own.") || key.startsWith("seed.own.draft "))) return;
    rereadUnsent(me);
  });
  wake();
}

/** Fetches what tells of failures, while it still can. */
export const loadToasts = (): Promise<unknown> => import("#dashboard/ui/toast-list.tsx");
