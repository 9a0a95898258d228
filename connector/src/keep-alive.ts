// Tells the service that work goes on, and finds out when it may not.
import { performance } from "node:perf_hooks";
import { Failure } from "./failure.ts";
import { pause } from "./pause.ts";
import { Refused, Unreachable } from "./service.ts";
import { keepWork, showWorking } from "./session.ts";
import type { Work } from "./wire.ts";

/** The computer itself is shown as working with every so manyth heartbeat of the work. */
const SHOWN = 30;

/** Why work ends before its time: taken back, no contact for as long as the service waits, or no authority any more. */
export type Ending = "taken back" | "no contact" | Failure;

/**
 * Sends heartbeats until `until` is given. Calls `end` at once when the work may not go on, and no more after that. Measured by a clock
 * that nobody sets and that stands still while the computer sleeps: whether the work may go on after that is asked of the service.
 */
export async function keepAlive(
  work: Work,
  claimId: string,
  { until, progress, end }: { readonly until: AbortSignal; progress(): string | undefined; end(why: Ending): void },
): Promise<void> {
  let lease = performance.now() + work.leaseSeconds * 1000;
  let isEnded = false;
  const finish = (why: Ending): void => {
    if (isEnded || until.aborted) return;
    isEnded = true;
    end(why);
  };
  // A request of its own can take as long as the lease, so the lease is watched beside it.
  const watch = setInterval(() => performance.now() > lease && finish("no contact"), 500);
  try {
    for (let beats = 1; ; beats += 1) {
      if (!(await pause(work.heartbeatSeconds, until)) || isEnded) return;
      const sent = performance.now();
      try {
        const seconds = await keepWork(work.id, claimId, progress());
        if (seconds === null) return finish("taken back");
        lease = sent + seconds * 1000;
        if (beats % SHOWN === 0) await showWorking();
      } catch (error) {
        if (error instanceof Refused) return finish("taken back");
        if (!(error instanceof Unreachable)) return finish(error instanceof Failure ? error : new Failure(String(error)));
      }
    }
  } finally {
    clearInterval(watch);
  }
}
