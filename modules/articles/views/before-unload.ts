// Saves or warns when the page is left with unsaved changes.
import { hasConfirmedLoss } from "#dashboard/sign-out.ts";
import { makeCall } from "#kernel/wire/route.ts";
import { useEffect, useEffectEvent } from "react";

/** What a browser lets outlive its page, in bytes; all such requests share 64 kB. */
const MOST = 60_000;

/** A call that goes on when the page ends, as far as browsers allow it. */
export const callOnLeaving = makeCall((path, init) =>
  fetch(path, { ...init, credentials: "same-origin", keepalive: new Blob([String(init.body)]).size < MOST }),
);

interface Options {
  /** The page goes out of sight, and perhaps ends. */
  hidden(): void;
  /** Whether something is there that only a person can still save: then the browser asks before it leaves. */
  holds(): boolean;
}
export function useBeforeUnload({ hidden, holds }: Options): void {
  const away = useEffectEvent(hidden);
  const asks = useEffectEvent(holds);
  useEffect(() => {
    // Comes after `pagehide`, in which the editor hands over its last words.
    const change = (): void => {
      if (document.visibilityState === "hidden") away();
    };
    const leave = (event: BeforeUnloadEvent): void => {
      if (!hasConfirmedLoss() && asks()) event.preventDefault();
    };
    document.addEventListener("visibilitychange", change);
    addEventListener("beforeunload", leave);
    return () => {
      document.removeEventListener("visibilitychange", change);
      removeEventListener("beforeunload", leave);
    };
  }, []);
}
