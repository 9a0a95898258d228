// Whether there is a connection: what the browser says, and what became of the page itself.
import { useSyncExternalStore } from "react";
import { store } from "./store.ts";

/** Whether the page came from what this device has kept, because the server was out of reach, and nothing has been heard of it since. */
export const isUnreachable = store(globalThis.document?.documentElement.dataset["kept"] !== undefined);
/** What the notice of having no connection says, if there is more to say than that. */
export const offlineNotice = store<string | undefined>(undefined);

/** Whether there is a connection, as far as the browser knows. */
export const isOnline = (): boolean => navigator.onLine && !isUnreachable.get();

const watchOnline = (listener: () => void): (() => void) => {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  const stop = isUnreachable.subscribe(listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
    stop();
  };
};
/** Whether there is a connection. */
export const useOnline = (): boolean => useSyncExternalStore(watchOnline, isOnline);
/** Calls the listener when a connection is lost or found. Answers how to stop. */
export const onConnection = watchOnline;
