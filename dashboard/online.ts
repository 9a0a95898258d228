// Whether the server can be reached: the last thing that was heard of it wins. What the browser says is only a hint, because a server on the
// same computer answers without any network.
import { store, useStore } from "./store.ts";

const isKept = globalThis.document?.documentElement.dataset["kept"] !== undefined;
/** Whether nobody answers. A page that came from what this device has kept begins so, because the server was out of reach. */
const isLost = store(isKept);
let heardAt = isKept ? undefined : performance.timeOrigin;

/** Whether there is a connection, as far as is known. */
export const isOnline = (): boolean => !isLost.get();
/** Whether there is a connection. */
export const useOnline = (): boolean => !useStore(isLost);
/** Calls the listener when a connection is lost or found. Answers how to stop. */
export const onConnection = isLost.subscribe;

/** The server answered, or its socket brought something. */
export function heard(): void {
  heardAt = Date.now();
  isLost.set(false);
}
/** When the server was last heard, in milliseconds; undefined if this page never heard it. */
export const lastHeard = (): number | undefined => heardAt;
/** Nobody answered when asked for it. */
export const lose = (): void => isLost.set(true);

/** What happens when a request got no answer, or, with `isSocket`, the socket closed. Until somebody asks the server, the browser's word decides. */
export const connectionDoubt: { raise(isSocket?: boolean): void } = { raise: () => navigator.onLine || lose() };

/** What the notice of having no connection says, if there is more to say than that. */
export const offlineNotice = store<string | undefined>(undefined);
