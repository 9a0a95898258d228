// The platform's minute schedule, which no local runtime fires by itself.
import type { RunningWorker } from "./miniflare.ts";

export interface Ticker {
  /** Runs the schedule now; a run already under way is waited for instead, never doubled. */
  tick(): Promise<void>;
  /** Waits for a run under way. */
  stop(): Promise<void>;
}

/** Ticks at once and then each minute, or only when asked. */
export function startTicker(worker: () => Promise<RunningWorker>, byItself: boolean): Ticker {
  let running: Promise<void> | undefined;
  let stopped = false;
  const once = async (): Promise<void> => {
    try {
      await (await worker()).scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
    } catch (error) {
      // The runtime may end a moment before this process hears that it shall end too.
      const line = `minute schedule: ${error instanceof Error ? error.message : String(error)}\n`;
      setTimeout(() => stopped || process.stderr.write(line), 1000).unref();
    } finally {
      running = undefined;
    }
  };
  const tick = (): Promise<void> => (running ??= once());
  const timer = byItself ? setInterval(() => void tick(), 60_000) : undefined;
  if (byItself) void tick();
  return {
    tick,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
