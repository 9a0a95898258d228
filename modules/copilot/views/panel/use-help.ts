// One request for help: running, done or failed. It is given up when its panel closes.
import { call } from "#dashboard/api.ts";
import type { AnswerOf, CallArgs, Route } from "#kernel/wire/route.ts";
import { useEffect, useRef, useState } from "react";

export type Help<T> =
  | { readonly state: "idle" }
  | { readonly state: "running" }
  | { readonly state: "done"; readonly answer: T }
  | { readonly state: "failed"; readonly error: unknown };

export interface UsedHelp<R extends Route> {
  readonly help: Help<AnswerOf<R>>;
  /** Asks; a request that still runs is given up. */
  run(args: CallArgs<R>): void;
}

/** `done` is called with the answer before it is shown: the function of the newest render, because a text may have been written meanwhile. */
export function useHelp<R extends Route>(route: R, done?: (answer: AnswerOf<R>) => void): UsedHelp<R> {
  const [help, setHelp] = useState<Help<AnswerOf<R>>>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  const latest = useRef(done);
  useEffect(() => void (latest.current = done));
  useEffect(() => () => running.current?.abort(), []);
  return {
    help,
    run(args) {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setHelp({ state: "running" });
      call(route, { ...args, signal: own.signal }).then(
        (answer) => {
          if (own.signal.aborted) return;
          latest.current?.(answer);
          setHelp({ state: "done", answer });
        },
        (error: unknown) => {
          if (!own.signal.aborted) setHelp({ state: "failed", error });
        },
      );
    },
  };
}
