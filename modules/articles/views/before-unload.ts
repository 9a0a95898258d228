// Saves or warns when the page is left with unsaved changes.
import { hasConfirmedLoss } from "#dashboard/sign-out.ts";
import { makeCall } from "#kernel/wire/route.ts";
import { useEffect, useEffectEvent } from "react";

/** Largest body of a request that may outlive its page, in bytes; browsers allow 64 kB for all such requests. */
const MOST = 60_000;

/** A call that continues after the page is left, as far as browsers allow it. */
export const callOnLeaving = makeCall((path, init) =>
  fetch(path, { ...init, credentials: "same-origin", keepalive: new Blob([String(init.body)]).size < MOST }),
);

interface Options {
  /** Called when the page is hidden, and perhaps closed. */
  hidden(): void;
  /** Whether there are changes that only a person can still save; then the browser hasUnsaved before leaving. */
  holds(): boolean;
}
export function useBeforeUnload({ hidden, holds }: Options): void {
  const away = useEffectEvent(hidden);
  const hasUnsaved = useEffectEvent(holds);
  useEffect(() => {
    // Runs after `pagehide`, in which the editor flushes its last changes.
    const change = (): void => {
      if (document.visibilityState === "hidden") away();
    };
    const leave = (event: BeforeUnloadEvent): void => {
      if (!hasConfirmedLoss() && hasUnsaved()) event.preventDefault();
    };
    document.addEventListener("visibilitychange", change);
    addEventListener("beforeunload", leave);
    return () => {
      document.removeEventListener("visibilitychange", change);
      removeEventListener("beforeunload", leave);
    };
  }, []);
}
