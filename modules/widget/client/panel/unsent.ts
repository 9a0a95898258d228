// Stores unconfirmed messages across page loads. They reappear as not sent, and only the visitor removes them. A recent one that lacked only
// a connection is sent again.
import type { Session, Unsent } from "../session.ts";
import type { Store } from "./state.ts";

const DAY = 86_400_000;
const KEPT = 7 * DAY;
// Limits, because the website uses the same storage.
const MOST = 20;
const LONGEST = 200_000;

/**
 * Restores what earlier pages left, then keeps the storage in sync with the store. Other tabs' messages are left alone. The returned function
 * is for changes by another tab.
 */
export function keepUnsent(store: Store, { unsent }: Session, words: string, notKept: string): () => void {
  const mine = new Set<string>();
  const pendingMessages = (): Unsent[] =>
    Object.entries(store.get().threads).flatMap(([thread, { outgoing }]) => outgoing.map((out) => ({ ...out, thread })));

  for (const { thread, ...out } of unsent.read() ?? []) {
    mine.add(out.clientId);
    const age = Date.now() - out.at;
    // The answer to what was being sent may be all that is missing; the server recognises a repetition.
    const { waiting, ...failure } = out.failure ?? { error: words, retryAt: 0, waiting: true };
    // Days later a message may no longer be what the visitor wants to say.
    const again = waiting && age < DAY;
    if (age < KEPT) store.act(thread, { type: "send", outgoing: { ...out, failure: again ? { ...failure, waiting } : failure } });
  }
  let kept = JSON.stringify(pendingMessages());
  const keep = () => {
    const now = pendingMessages();
    if (JSON.stringify(now) === kept) return;
    kept = JSON.stringify(now);
    for (const { clientId } of now) mine.add(clientId);
    const all = [...(unsent.read() ?? []).filter(({ clientId }) => !mine.has(clientId)), ...now];
    const fitting = all.slice(-MOST);
    while (JSON.stringify(fitting).length > LONGEST) fitting.shift();
    unsent.write(fitting.length > 0 ? fitting : undefined);
    // The rest is kept only as long as the page, so the visitor is told.
    if (fitting.length < all.length) store.set({ hint: notKept });
  };
  store.subscribe(keep);
  return () => {
    const left = new Set(unsent.read()?.map(({ clientId }) => clientId));
    for (const { thread, clientId, failure } of pendingMessages()) {
      // Another tab has sent or discarded it. If it was sent, it arrives like any message; here it must not be sent again.
      if (failure?.waiting && !left.has(clientId))
        store.act(thread, { type: "tried", clientId, now: { failure: { ...failure, waiting: false } } });
    }
  };
}
