// The visitor's session as every page needs it: the stored token, authenticated calls, its end. sign-in.ts starts one.
import type { WidgetEvent } from "../contract.ts";
import { call, OFFLINE, paths, type Refusal, refused } from "./api.ts";
import type { Outgoing } from "./panel/thread-state.ts";
import { slot } from "./storage.ts";

export interface Stored {
  readonly token: string;
  /** When the server will have forgotten it, ms since 1970. */
  readonly until: number;
  /** Print of the signed identity it began with. */
  readonly who?: string;
  /** Print of the last claim that was sent. */
  readonly claim?: string;
}
/** `started`: a first token is there. All others: whatever belongs to the earlier session must go; `blocked` for good. */
export type Change = "started" | "replaced" | "expired" | "left" | "erased" | "blocked";
/** A message on its way as storage holds it, with the thread it stands in. */
export type Unsent = Outgoing & { readonly thread: string };
export type Session = ReturnType<typeof createSession>;

const subject = (event: WidgetEvent): string => event.kind + (event as { conversationId?: string }).conversationId;

/** Holds the session of one widget key. */
export function createSession(key: string, origin: string) {
  const box = slot<Stored>(`seed-desk:${key}`);
  /** What is being written, by conversation. */
  const draft = slot<Record<string, string>>(`${box.key}:draft`, "sessionStorage");
  /** What was written and no answer has confirmed. */
  const unsent = slot<Unsent[]>(`${box.key}:unsent`);
  const listeners = new Set<(change: Change) => void>();
  let stored = box.read();
  let chain: Promise<unknown> = Promise.resolve();
  let waiting: WidgetEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let final: Refusal | undefined;

  function notify(change: Change) {
    // A session that ran out leaves what is being written, a blocked one too; whoever leaves takes it along.
    if (change === "left" || change === "erased" || change === "replaced") for (const left of [draft, unsent]) left.write(undefined);
    listeners.forEach((listener) => listener(change));
  }
  function keep(value: Stored | undefined) {
    stored = value;
    final = undefined;
    box.write(value);
  }
  if (stored && stored.until < Date.now()) keep(undefined);

  const session = {
    origin,
    key,
    draft,
    unsent,
    keep,
    notify,
    stored: () => stored,
    /** The refusal after which nothing is begun here any more. The token stays: the server may think better of it. */
    final: () => final,
    /** Looks whether another tab has begun one meanwhile. */
    reread: () => (stored = box.read() ?? stored),
    onChange: (listener: (change: Change) => void) => void listeners.add(listener),
    /** Signing in and out happen one after the other, and every call waits for them. */
    queue: (task: () => unknown) => (chain = chain.then(task).catch(() => 0)),

    end(change: Change, token = stored?.token) {
      // The answer to a call of an earlier session says nothing about this one.
      if (token !== stored?.token) return;
      waiting = [];
      keep(undefined);
      notify(change);
    },

    /** What the refusal of a call with a token says about the session itself. */
    judge(caught: unknown, token = stored?.token) {
      if (!refused(caught)) return;
      if (!caught.final && caught.status === 401) session.end("expired", token);
      if (caught.final && !final && token === stored?.token) {
        final = caught;
        notify("blocked");
      }
    },

    /** Calls a route as the visitor; throws a Refusal, OFFLINE too when it is no longer the same visitor's answer. */
    async request<T>(path: string, body?: object): Promise<T> {
      await chain;
      const token = stored?.token;
      const answer =
        token &&
        (await call<T>(origin + path, token, body).catch((caught) => {
          session.judge(caught, token);
          throw caught;
        }));
      if (!answer || token !== stored?.token) throw OFFLINE;
      return answer;
    },

    /** Sends events of the visit within a second. A refused one is not worth the visitor's attention, nor a second try. */
    track(...events: WidgetEvent[]) {
      // Of several page views, or read marks of one conversation, only the last says something.
      waiting = [...waiting.filter((old) => !events.some((event) => subject(event) === subject(old))), ...events].slice(-20);
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (stored && waiting[0]) session.request(paths.events, { events: waiting }).catch(() => 0);
        waiting = [];
      }, 1000);
    },

    logout: () =>
      session.queue(() => {
        if (stored) call(origin + paths.logout, stored.token, {}).catch(() => 0);
        session.end("left");
      }),
  };

  // Another tab signed in, out or over.
  addEventListener("storage", ({ key: changed }) => {
    if (changed && changed !== box.key) return;
    const before = stored?.token;
    stored = box.read();
    if (before !== stored?.token) notify(!stored ? "left" : before ? "replaced" : "started");
  });
  return session;
}
