// `run`: stays connected until it is stopped or its access ends. This version has no work to do; it keeps the pairing alive.
import { once, stdout } from "../output.ts";
import { readConfig } from "../config.ts";
import { requireCredential } from "../credential.ts";
import { Failure } from "../failure.ts";
import { heartbeat } from "../session.ts";
import { Unreachable } from "../service.ts";
import { describePaired } from "../words.ts";

/** The longest pause while the service can't be reached, in seconds. */
const LONGEST = 300;

export async function run(): Promise<number> {
  requireCredential();
  readConfig();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const first = await heartbeat("idle");
  stdout(`${describePaired(first)}\nConnected. This version of the connector has no work to do yet. Stop it with Ctrl+C.\n`);
  let seconds = first.nextHeartbeat;
  let failures = 0;
  while (await pause(seconds, stop.signal)) {
    try {
      const answer = await heartbeat("idle");
      if (failures > 0) stdout("Connected again.\n");
      failures = 0;
      seconds = Math.max(20, answer.nextHeartbeat);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      failures += 1;
      if (failures === 1) stdout(`${error.message}\nTrying again until it works.\n`);
      // Spread, so that a thousand computers don't come back in the same second.
      seconds = Math.min(LONGEST, 20 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
    }
  }
  // Saying goodbye is a courtesy: without it the service notices by the missing heartbeats.
  await heartbeat("stopped").catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  return 0;
}

/** Waits; false when it was stopped meanwhile. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted) await Promise.race([once(signal), new Promise((resolve) => setTimeout(resolve, seconds * 1000))]);
  return !signal.aborted;
}
