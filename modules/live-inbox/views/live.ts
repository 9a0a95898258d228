// One live connection per project for this window. Event frames go into the cache; presence, typing and online state go into a small store
// that screens subscribe to.
import { call, leaveForLogin, queryClient } from "#dashboard/api.ts";
import { connectionDoubt, heard, isOnline, onConnection } from "#dashboard/online.ts";
import { rereadContacts } from "#modules/contacts/views";
import { CallError, pathOf } from "#kernel/wire/route.ts";
import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { type MemberFrame, openThread } from "#modules/conversations/contract";
import { type ClientFrame, type ClosedReason, memberSocket, memberTicket } from "#modules/live-updates/contract";
import { applyContact, applyEvent, applyRating, changeRow } from "./bridge.ts";
import { keys, type ListPage, rereadInbox, type ThreadAnswer } from "./queries.ts";
import { beginAt, forgetRecent, rememberFrom } from "./recent.ts";
import { rereadChanged } from "./reread-changed.ts";
import type { Counts } from "./rows.ts";
import { type LiveSocket, openSocket, type SocketStatus } from "./socket.ts";

export interface Typist {
  readonly role: "visitor" | "operator";
  readonly id: string;
  readonly name: string | null;
  /** Writes a note instead of a reply. */
  readonly note: boolean;
}
/** What the assistant does in a conversation at the moment. */
export interface Working {
  readonly roundId: string;
  /** Of the round. */
  readonly state: string;
  /** What the model has written so far, as it comes; empty before it writes. */
  readonly text: string;
}
export interface LiveState {
  readonly status: SocketStatus;
  /** Members by the conversation that they have open. */
  readonly viewing: ReadonlyMap<string, readonly string[]>;
  readonly typing: ReadonlyMap<string, readonly Typist[]>;
  readonly online: ReadonlySet<string>;
  /** All windows of members that are connected; undefined while that is not known. */
  readonly windows: Extract<MemberFrame, { type: "presence" }>["members"] | undefined;
  /** What the assistant works on, by conversation. */
  readonly working: ReadonlyMap<string, Working>;
  /** Goes up with every event of a conversation. */
  readonly events: number;
}

// Clients send "typing" at most every 3 s; after twice that and a second they have stopped.
const TYPING_LASTS = 7000;
/** Frames of the assistant may get lost: a round of which nothing was heard for so long is over. */
const WORK_LASTS = 60_000;
const WORK_STATES = new Set(["requested", "retrieving", "generating", "checking"]);
/**
 * Events that show that this tab is in use. Click instead of pointerdown: the paused notice that disappears would shift the element under
 * the pointer.
 */
const USED = ["focus", "click", "keydown", "visibilitychange"];
/** Whoever steps through the list passes many conversations, and the server closes a socket that sends more than 20 frames in 10 s. */
const VIEWING_EVERY = 1000;
/** Leaving one conversation and opening the next are two calls of which only the second counts. */
const VIEWING_SETTLES = 50;
const HEAD_WITHIN = 1000;
const HEAD_EVERY = 50;
/** What was sent when the connection was already dying was not heard. */
const CLOCK_MARGIN = 1000;
const start: LiveState = {
  status: { kind: "connecting", failures: 0 },
  viewing: new Map(),
  typing: new Map(),
  online: new Set(),
  windows: undefined,
  working: new Map(),
  events: 0,
};

class LiveConnection {
  state = start;
  readonly #projectId: string;
  readonly #me: string;
  readonly #listeners = new Set<() => void>();
  readonly #quiet = new Map<string, ReturnType<typeof setTimeout>>();
  /** The round that was last over in each conversation: frames that it had already sent may still come. */
  readonly #over = new Map<string, string>();
  readonly #wake = (): void => void (document.visibilityState === "visible" && this.#socket?.wake());
  readonly #use = (): void => void (document.visibilityState === "visible" && this.#socket?.resume());
  #socket: LiveSocket | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | undefined;
  #viewing: string | null = null;
  #viewingTimer: ReturnType<typeof setTimeout> | undefined;
  #viewingSentAt = -Infinity;
  /**
   * When the service was last heard, as `Date.now()`, which goes on while a computer sleeps: changes without a sequence may have been missed
   * since. Nothing was read before the page began.
   */
  #heardAt = performance.timeOrigin;

  constructor(projectId: string, me: string) {
    this.#projectId = projectId;
    this.#me = me;
  }

  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#open();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      // Changing the page unsubscribes and subscribes again, so the connection closes only after a delay.
      setTimeout(() => this.#listeners.size === 0 && this.#close(), 1000);
    };
  };

  send(frame: ClientFrame): void {
    this.#socket?.send(frame);
  }

  /** Tells the others which conversation this window shows: soon, at most once a second, and the last one in any case. */
  view(conversationId: string | null): void {
    this.#viewing = conversationId;
    const wait = this.#viewingSentAt + VIEWING_EVERY - performance.now();
    this.#viewingTimer ??= setTimeout(() => this.#sendViewing(), Math.max(VIEWING_SETTLES, wait));
  }

  #sendViewing(): void {
    clearTimeout(this.#viewingTimer);
    this.#viewingTimer = undefined;
    this.#viewingSentAt = performance.now();
    this.send({ type: "viewing", conversationId: this.#viewing as never });
  }

  /** Waits a moment for the first list, which is usually loading: with its head the connection resumes without a gap. */
  #open(waited = 0): void {
    if (this.#socket || (this.#opening && waited === 0)) return;
    const ready = this.#head() !== undefined || waited >= HEAD_WITHIN;
    this.#opening = setTimeout(
      () => {
        this.#opening = undefined;
        if (this.#listeners.size === 0) return;
        if (ready) this.#connect();
        else this.#open(waited + HEAD_EVERY);
      },
      ready ? 0 : HEAD_EVERY,
    );
  }

  #connect(): void {
    const params = { projectId: this.#projectId };
    forgetRecent(this.#projectId);
    this.#socket = openSocket({
      ticket: async () => (await call(memberTicket, { params, body: {} })).ticket,
      from: () => {
        const head = this.#head();
        if (head !== undefined) rememberFrom(this.#projectId, head);
        return head;
      },
      open: (after, protocols) =>
        new WebSocket(new URL(pathOf(memberSocket, params, { after }), location.origin.replace(/^http/, "ws")), protocols),
      onFrame: (frame) => this.#receive(frame),
      onHeard: () => {
        heard();
        if (this.state.status.kind === "live") this.#heardAt = Date.now();
      },
      onStatus: (status) => this.#status(status),
      refused: reasonOf,
      random: Math.random,
      wait: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
    this.#unwatch = onConnection(() => isOnline() && this.#wake());
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    for (const used of USED) addEventListener(used, this.#use, true);
  }

  #close(): void {
    this.#socket?.stop();
    this.#socket = undefined;
    this.state = start;
    this.#unwatch?.();
    removeEventListener("pageshow", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    for (const used of USED) removeEventListener(used, this.#use, true);
  }

  /** The lowest sequence of the cached data: everything after it is replayed. */
  #head(): number | undefined {
    const heads = heldHeads(this.#projectId).map(({ head }) => head);
    return heads.length > 0 ? Math.min(...heads) : undefined;
  }

  /** A connection that began without a cursor replayed nothing: what was read before it is read again. */
  #begin(head: number): void {
    if (!beginAt(this.#projectId, head)) return;
    for (const held of heldHeads(this.#projectId))
      if (held.head < head) void queryClient.invalidateQueries({ queryKey: held.queryKey, exact: true });
  }

  /** What changed while nobody told this window is read again: contacts, ratings, and what the members share. */
  #reread(changedAgo: number | undefined): void {
    const deaf = Date.now() - this.#heardAt + CLOCK_MARGIN;
    if (changedAgo === undefined || changedAgo > deaf) return;
    void queryClient.invalidateQueries({ refetchType: "active" });
  }

  #status(status: SocketStatus): void {
    if (status.kind === "ended" && status.reason === "session_revoked") leaveForLogin();
    if (status.kind === "lost") connectionDoubt.raise(true);
    const { viewing, typing, online, windows, working } = start;
    const quiet = status.kind === "live" ? {} : { viewing, typing, online, windows, working };
    this.#set({ status, ...quiet });
  }

  #receive(frame: MemberFrame): void {
    if (frame.type === "event") {
      if (frame.event.kind === "message")
        this.#typed(frame.conversationId, frame.event.actor.role === "visitor" ? undefined : (frame.event.actor.id ?? undefined));
      const { kind, actor } = frame.event;
      if (kind === "note" && actor.id !== null) this.#typed(frame.conversationId, actor.id);
      if (kind === "ai_skipped" || (kind === "message" && actor.role !== "visitor")) this.#worked(frame.conversationId);
      applyEvent(this.#projectId, this.#me, frame);
      this.#set({ events: this.state.events + 1 });
    } else if (frame.type === "reset") {
      forgetRecent(this.#projectId);
      void queryClient.invalidateQueries({ queryKey: keys.project(this.#projectId) });
    } else if (frame.type === "live") {
      this.#begin(frame.head);
      this.#reread(frame.changedAgo);
      this.#heardAt = Date.now();
      rereadContacts(this.#projectId);
      this.#sendViewing();
    } else if (frame.type === "presence") {
      const others = frame.members.filter((member) => member.accountId !== this.#me && member.conversationId !== null);
      const viewing = new Map<string, string[]>();
      for (const { conversationId, accountId } of others)
        viewing.set(conversationId ?? "", [...new Set([...(viewing.get(conversationId ?? "") ?? []), accountId])]);
      this.#set({ viewing, windows: frame.members });
    } else if (frame.type === "typing") {
      if (frame.id !== this.#me)
        this.#types(frame.conversationId, { role: frame.role, id: frame.id, name: frame.name, note: frame.note === true });
    } else if (frame.type === "online") {
      const online = new Set(this.state.online);
      if (frame.online) online.add(frame.contactId);
      else online.delete(frame.contactId);
      this.#set({ online });
    } else if (frame.type === "contact") {
      applyContact(this.#projectId, this.#me, frame.contact);
    } else if (frame.type === "fields") {
      changeRow(this.#projectId, this.#me, frame.conversationId, { fields: frame.fields }, frame.revision);
    } else if (frame.type === "changed" && frame.route === openThread.name) {
      // Whose conversations some are has changed, as after a merge of contacts.
      void rereadInbox(this.#projectId);
      rereadContacts(this.#projectId);
    } else if (frame.type === "changed") {
      rereadChanged(queryClient, frame.route);
    } else if (frame.type === "assistant") {
      this.#works(frame.conversationId, frame);
    } else if (frame.type === "rated") {
      applyRating(this.#projectId, frame);
    } else if (frame.type === "seen") {
      queryClient.setQueryData<ThreadAnswer>(
        keys.thread(this.#projectId, frame.conversationId),
        (held) => held && { ...held, customerReadRevision: Math.max(held.customerReadRevision, frame.revision) },
      );
    }
  }

  #types(conversationId: string, typist: Typist): void {
    const others = (this.state.typing.get(conversationId) ?? []).filter((other) => other.id !== typist.id);
    this.#set({ typing: new Map(this.state.typing).set(conversationId, [...others, typist]) });
    const key = `${conversationId} ${typist.id}`;
    clearTimeout(this.#quiet.get(key));
    this.#quiet.set(
      key,
      setTimeout(() => this.#typed(conversationId, typist.id), TYPING_LASTS),
    );
  }

  /** Somebody stopped typing; without an id it applies to every visitor of the conversation. */
  #typed(conversationId: string, id: string | undefined): void {
    const typists = this.state.typing.get(conversationId);
    if (!typists) return;
    const left = typists.filter((typist) => (id === undefined ? typist.role !== "visitor" : typist.id !== id));
    this.#set({ typing: new Map(this.state.typing).set(conversationId, left) });
  }

  #works(conversationId: string, { roundId, state, text }: Working): void {
    if (!WORK_STATES.has(state)) return this.#worked(conversationId);
    if (this.#over.get(conversationId) === roundId) return;
    const before = this.state.working.get(conversationId);
    // While it is checked, the draft stays as it was written.
    const draft = state === "checking" && before?.roundId === roundId && before.text !== "" ? before.text : text;
    this.#set({ working: new Map(this.state.working).set(conversationId, { roundId, state, text: draft }) });
    clearTimeout(this.#quiet.get(conversationId));
    this.#quiet.set(
      conversationId,
      setTimeout(() => this.#worked(conversationId), WORK_LASTS),
    );
  }

  #worked(conversationId: string): void {
    const over = this.state.working.get(conversationId);
    if (!over) return;
    this.#over.set(conversationId, over.roundId);
    clearTimeout(this.#quiet.get(conversationId));
    const working = new Map(this.state.working);
    working.delete(conversationId);
    this.#set({ working });
  }

  #set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    this.#listeners.forEach((listener) => listener());
  }
}

/** The sequences at which the cached lists, threads, and counts of a project were read. */
function heldHeads(projectId: string): { readonly queryKey: QueryKey; readonly head: number }[] {
  const lists = queryClient.getQueriesData<{ pages: ListPage[] }>({ queryKey: keys.lists(projectId) });
  const threads = queryClient.getQueriesData<ThreadAnswer>({ queryKey: keys.threads(projectId) });
  const counts = queryClient.getQueriesData<Counts>({ queryKey: keys.counts(projectId) });
  return [
    ...counts.map(([queryKey, data]) => ({ queryKey, head: data?.head })),
    ...lists.map(([queryKey, data]) => ({ queryKey, head: data?.pages[0]?.head })),
    ...threads.map(([queryKey, data]) => ({ queryKey, head: data?.head })),
  ].flatMap(({ queryKey, head }) => (head === undefined ? [] : [{ queryKey, head }]));
}

function reasonOf(cause: unknown): ClosedReason | undefined {
  if (!(cause instanceof CallError)) return undefined;
  if (cause.status === 401) return "session_revoked";
  return cause.status === 403 || cause.status === 404 ? "membership_lost" : undefined;
}

const connections = new Map<string, LiveConnection>();
function connectionOf(projectId: string, me: string): LiveConnection {
  const key = `${projectId} ${me}`;
  const live = connections.get(key) ?? new LiveConnection(projectId, me);
  connections.set(key, live);
  return live;
}

/** Keeps the project's live connection open while mounted, and returns the selected state. */
export function useLive<T>(projectId: string, me: string, select: (state: LiveState) => T): T {
  const live = connectionOf(projectId, me);
  return useSyncExternalStore(live.subscribe, () => select(live.state));
}

/** Sends a frame if the connection is open. */
export const sendFrame = (projectId: string, me: string, frame: ClientFrame): void => connectionOf(projectId, me).send(frame);

/** Tells other members which conversation this window shows. */
export function useViewing(projectId: string, me: string, conversationId: string | null): void {
  useEffect(() => {
    const connection = connectionOf(projectId, me);
    connection.view(conversationId);
    return () => connection.view(null);
  }, [projectId, me, conversationId]);
}
