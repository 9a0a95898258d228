// Sends messages: shown at once, sent in the order of writing, kept with the server's explanation if refused. Only what lacked a connection
// is sent again without the visitor.
import type { ConversationEvent } from "#modules/conversations/contract";
import type { Attachment } from "#modules/files/contract";
import type { VisitorConversation } from "../../contract.ts";
import { paths, type Refusal, refused } from "../api.ts";
import { panelPaths } from "./paths.ts";
import { withRows } from "./list-state.ts";
import type { Session } from "../session.ts";
import { uuid } from "../ids.ts";
import { ensure } from "../sign-in.ts";
import type { Outgoing } from "./thread-state.ts";
import { denied, failureOf } from "./refusals.ts";
import { NEW, type Store } from "./state.ts";

// Without a sign that the connection is back, attempts come ever more slowly, and end.
const FIRST_WAIT = 2000;
const ATTEMPTS = 8;

type PostMessageReply = { conversation: VisitorConversation; event: ConversationEvent; repeated: boolean };

/**
 * Sends, retries and discards messages of the store's threads. `stored` is called with the conversation of each stored message, and whether
 * it opened that.
 */
export function makeSender(
  store: Store,
  session: Session,
  explain: (refusal: Refusal) => string,
  stored: (conversationId: string, opened: boolean) => void,
) {
  let chain: Promise<unknown> = Promise.resolve();
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function find(clientId: string): { key: string; out: Outgoing } | undefined {
    for (const [key, thread] of Object.entries(store.get().threads)) {
      const out = thread.outgoing.find((it) => it.clientId === clientId);
      if (out) return { key, out };
    }
    return undefined;
  }

  async function attempt(clientId: string) {
    const now = find(clientId);
    if (!now || (now.out.failure && !now.out.failure.waiting)) return;
    const { outgoing } = store.thread(now.key);
    // The order of writing is kept: a message waits for an earlier one.
    const earlier = outgoing.slice(0, outgoing.indexOf(now.out)).find(({ failure }) => failure?.waiting);
    if (earlier) return store.act(now.key, { type: "tried", clientId, now: { failure: earlier.failure } });
    let left = false;
    try {
      await ensure(session);
      const found = find(clientId);
      // The author may have logged out meanwhile; the session is somebody else's then.
      if (!found) return;
      const { content, attachments } = found.out;
      // A first attempt without a response may have been stored: a retry must go to the same address, and later messages into the
      // conversation that it may have opened.
      const target =
        found.out.target ?? (found.key === NEW ? (store.thread(NEW).outgoing.find((it) => it.target)?.target ?? clientId) : found.key);
      // If the browser did not even send the request, it was not stored.
      left = found.out.target !== undefined || navigator.onLine !== false;
      store.act(found.key, { type: "tried", clientId, now: { target } });
      const opens = !target.startsWith("cnv_");
      const answer = await session.request<PostMessageReply>(opens ? paths.conversations() : panelPaths.messages(target), {
        clientId,
        ...(opens ? { opening: target, help: store.get().help } : {}),
        content,
        attachments: attachments.map(({ id }) => id),
      });
      attempts = 0;
      settle(clientId, answer);
    } catch (caught) {
      // Whatever ended the session has already moved and marked the message.
      const now = find(clientId);
      if (!now || (now.out.failure && !now.out.failure.waiting)) return;
      const failure = { ...failureOf(caught, explain), waiting: refused(caught, 0) };
      if (failure.waiting) wait();
      // A message that may have been stored keeps its address.
      store.act(now.key, { type: "tried", clientId, now: left && !denied(caught) ? { failure } : { failure, target: undefined } });
    }
  }

  function settle(clientId: string, { conversation, event, repeated }: PostMessageReply) {
    const { id } = conversation;
    const key = find(clientId)?.key;
    const moved = key && key !== id ? key : undefined;
    // The message may be stored in another conversation than it was shown in; an open view follows it.
    if (moved && store.get().view === moved) store.set({ view: id });
    // Only a first message makes the thread complete; otherwise the controller fetches what came before.
    if (moved && !repeated && event.revision === 1) store.act(id, { type: "page", items: [event], before: null });
    if (moved === NEW) {
      const opening = store.thread(NEW);
      const { [NEW]: _, ...threads } = store.get().threads;
      // Drafts and files from the meantime move to the conversation.
      const { [NEW]: written, ...others } = store.get().drafts;
      const drafts = written ? { ...others, [id]: written } : others;
      const uploads = store.get().uploads.map((it) => (it.thread === NEW ? { ...it, thread: id } : it));
      store.set({ threads, drafts, uploads });
      session.draft.write(drafts);
      for (const outgoing of opening.outgoing) if (outgoing.clientId !== clientId) store.act(id, { type: "send", outgoing });
    } else if (moved) store.act(moved, { type: "discard", clientId });
    store.act(id, { type: "stored", clientId, event });
    store.set({ list: withRows(store.get().list, [conversation]), notice: null });
    stored(id, moved === NEW);
  }

  const post = (clientId: string) => (chain = chain.then(() => attempt(clientId)));
  /** Sends again what waits for a connection, and another message at its place among them. */
  function flush(also?: string) {
    clearTimeout(timer);
    for (const { outgoing } of Object.values(store.get().threads))
      for (const { clientId, failure } of outgoing) if (failure?.waiting || clientId === also) void post(clientId);
  }
  function wait() {
    clearTimeout(timer);
    if (navigator.onLine !== false && attempts < ATTEMPTS)
      timer = setTimeout(() => flush(), FIRST_WAIT * 2 ** attempts++ * (1 + Math.random()) * 0.5);
  }
  const discard = (clientId: string) => {
    const found = find(clientId);
    if (found) store.act(found.key, { type: "discard", clientId });
  };
  return {
    send(key: string, content: string, attachments: readonly Attachment[]) {
      const clientId = uuid();
      flush();
      store.act(key, { type: "send", outgoing: { clientId, content, attachments, at: Date.now(), target: undefined, failure: null } });
      return post(clientId);
    },
    /** Called when there may be a connection again. */
    resend() {
      attempts = 0;
      flush();
    },
    retry(clientId: string) {
      const found = find(clientId);
      if (!found?.out.failure) return;
      store.act(found.key, { type: "tried", clientId, now: { failure: null } });
      flush(clientId);
    },
    discard,
    /** Another tab may have sent a message that is shown here as unsent, perhaps in another thread. */
    confirm(events: readonly ConversationEvent[]) {
      for (const event of events) {
        const clientId = (event.kind === "message" && event.message.clientId) || "";
        if (find(clientId)?.out.failure) discard(clientId);
      }
    },
  };
}
