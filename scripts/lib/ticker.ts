// Runs the platform's minute schedule, which local runtimes do not trigger.
import type { RunningWorker } from "./miniflare.ts";

export interface Ticker {
  /** Runs the schedule now, or waits for a run in progress. */
  tick(): Promise<void>;
  /** Stops the timer and waits for a run in progress. */
  stop(): Promise<void>;
}

/** Starts the schedule at once and then each minute, or only on `tick()` if not `automatic`. */
export function startTicker(worker: () => Promise<RunningWorker>, automatic: boolean): Ticker {
  let running: Promise<void> | undefined;
  let stopped = false;
  const once = async (): Promise<void> => {
    try {
      await (await worker()).scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
    } catch (error) {
      // The runtime may end a moment before this process gets the signal to end.
      const line = `minute schedule: ${error instanceof Error ? error.message : String(error)}\n`;
      setTimeout(() => stopped || process.stderr.write(line), 1000).unref();
    } finally {
      running = undefined;
    }
  };
  const tick = (): Promise<void> => (running ??= once());
  const timer = automatic ? setInterval(() => void tick(), 60_000) : undefined;
  if (automatic) void tick();
  return {
    tick,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
