// `run`: stays connected until it is stopped or its access ends, and does the work that is handed to this computer.
import { type Config, readConfig } from "../config.ts";
import { requireCredential } from "../credential.ts";
import { Failure } from "../failure.ts";
import { alone } from "../folder.ts";
import { stdout } from "../output.ts";
import { pause } from "../pause.ts";
import { Refused, Unreachable } from "../service.ts";
import { heartbeat } from "../session.ts";
import { WORK_KINDS, type WorkKind } from "../wire.ts";
import { describePaired } from "../words.ts";
import { doWork, whyNot } from "../work.ts";

/** The longest pause while the service can't be reached, in seconds. */
const LONGEST = 300;
/** The shortest pause between two claims without work, in seconds. */
const SHORTEST = 20;

export async function run(): Promise<number> {
  requireCredential();
  const config = readConfig();
  return await alone(() => stayConnected(config));
}

async function stayConnected(config: Config | undefined): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  const first = await heartbeat("idle");
  const kinds = WORK_KINDS.filter((kind) => first.grant.kinds.includes(kind));
  const told = new Set<string>();
  /** The kinds that are taken at this moment. Says once of each other why it isn't. */
  const taken = (): WorkKind[] => {
    const reasons = kinds.flatMap((kind) => whyNot(kind, config) ?? []).filter((reason) => !told.has(reason));
    for (const reason of reasons) {
      told.add(reason);
      stdout(`${reason}\n`);
    }
    return kinds.filter((kind) => whyNot(kind, config) === undefined);
  };
  stdout(`${describePaired(first)}\n`);
  const now = taken();
  const waits = now.length > 0 ? `Waiting for work (${now.join(", ")}).` : "Nothing is run on this computer.";
  stdout(`Connected. ${waits} Stop it with Ctrl+C.\n`);
  let seconds = first.nextHeartbeat;
  let failures = 0;
  let isGreeted = true;
  do {
    try {
      if (!isGreeted) seconds = (await heartbeat("idle")).nextHeartbeat;
      isGreeted = false;
      await workWhileThereIs(config, taken, stop.signal);
      if (failures > 0) stdout("Connected again.\n");
      failures = 0;
      seconds = Math.max(SHORTEST, seconds);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
      failures += 1;
      if (failures === 1) stdout(`${error.message}\nTrying again until it works.\n`);
      // Spread, so that a thousand computers don't come back in the same second.
      seconds = Math.min(LONGEST, 20 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
    }
  } while (await pause(seconds, stop.signal));
  // Saying goodbye is a courtesy: without it the service notices by the missing heartbeats.
  await heartbeat("stopped").catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  return 0;
}

/** One job after the other, without a pause between them. */
async function workWhileThereIs(config: Config | undefined, kinds: () => readonly WorkKind[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await doWork(config, kinds(), stop)));
}
