// The visitor's session on every page: the stored token, authenticated calls, its end. sign-in.ts starts one.
import type { VisitEvent } from "../contract.ts";
import { call, OFFLINE, paths, type Refusal, refused } from "./api.ts";
import type { Outgoing } from "./panel/thread-state.ts";
import { storageEntry } from "./storage.ts";

export interface Stored {
  readonly token: string;
  /** When the server deletes the session, ms since 1970. */
  readonly until: number;
  /** Fingerprint of the signed identity with which it started. */
  readonly who?: string;
  /** Fingerprint of the last claim that was sent. */
  readonly claim?: string;
}
/** `started`: there is a first token. For all others, data of the earlier session must be removed; `blocked` is final. */
export type Change = "started" | "replaced" | "expired" | "left" | "erased" | "blocked";
/** A pending message as stored, with its thread. */
export type Unsent = Outgoing & { readonly thread: string };
export type Session = ReturnType<typeof createSession>;

const subject = (event: VisitEvent): string => event.kind + (event as { conversationId?: string }).conversationId;

/** The session of one widget key. */
export function createSession(key: string, origin: string) {
  const box = storageEntry<Stored>(`seed-desk:${key}`);
  /** Drafts by conversation. */
  const draft = storageEntry<Record<string, string>>(`${box.key}:draft`, "sessionStorage");
  /** Messages that no response has confirmed. */
  const unsent = storageEntry<Unsent[]>(`${box.key}:unsent`);
  const listeners = new Set<(change: Change) => void>();
  let stored = box.read();
  let chain: Promise<unknown> = Promise.resolve();
  let waiting: VisitEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let final: Refusal | undefined;

  function notify(change: Change) {
    // Drafts survive an expired or blocked session, but not a logout.
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
    /** The final refusal. The token is kept, because the server's decision may change. */
    final: () => final,
    /** Checks whether another tab has started a session meanwhile. */
    reread: () => (stored = box.read() ?? stored),
    onChange: (listener: (change: Change) => void) => void listeners.add(listener),
    /** Signing in and out run one after the other, and every call waits for them. */
    queue: (task: () => unknown) => (chain = chain.then(task).catch(() => 0)),

    end(change: Change, token = stored?.token) {
      // The response to a call of an earlier session does not concern this one.
      if (token !== stored?.token) return;
      waiting = [];
      keep(undefined);
      notify(change);
    },

    /** Applies what a refusal says about the session itself. */
    judge(caught: unknown, token = stored?.token) {
      if (!refused(caught)) return;
      if (!caught.final && caught.status === 401) session.end("expired", token);
      if (caught.final && !final && token === stored?.token) {
        final = caught;
        notify("blocked");
      }
    },

    /** Calls a route as the visitor. Throws a Refusal; OFFLINE also if the visitor changed before the response. */
    async request<T>(path: string, body?: object, method?: string): Promise<T> {
      await chain;
      const token = stored?.token;
      const answer =
        token &&
        (await call<T>(origin + path, token, body, method).catch((caught) => {
          session.judge(caught, token);
          throw caught;
        }));
      if (!answer || token !== stored?.token) throw OFFLINE;
      return answer;
    },

    /** Sends visit events within a second. A failure is neither shown nor retried. */
    track(...events: VisitEvent[]) {
      // Of several page views, or read marks of one conversation, only the last is sent.
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

  // Another tab signed in, out or replaced the session.
  addEventListener("storage", ({ key: changed }) => {
    if (changed && changed !== box.key) return;
    const before = stored?.token;
    stored = box.read();
    if (before !== stored?.token) notify(!stored ? "left" : before ? "replaced" : "started");
  });
  return session;
}
