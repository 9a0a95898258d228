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
/** Hints in succession that are followed at once, though each found nothing. */
const HINTS = 5;
type Greeting = Awaited<ReturnType<typeof heartbeat>>;

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
  await takeTurns(config, first, taken, stop.signal);
  // Saying goodbye is a courtesy: without it the service notices by the missing heartbeats.
  await heartbeat("stopped").catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  return 0;
}

/**
 * One job after the other, without a pause between them. Without work, claims wait for some where the service lets them, and else come every
 * half minute.
 */
async function takeTurns(config: Config | undefined, first: Greeting, kinds: () => readonly WorkKind[], stop: AbortSignal): Promise<void> {
  let { waiting, nextHeartbeat } = first;
  /** When the service was told last that this computer has nothing to do; undefined while it was not. */
  let toldAt: number | undefined = now();
  let failures = 0;
  let hints = 0;
  for (let seconds = 0; await pause(seconds, stop);) {
    try {
      // Not before it has worked once, so that a connection that is back is noticed at once.
      const wait = kinds().length > 0 && failures === 0 ? waiting : undefined;
      if (toldAt === undefined || now() - toldAt >= (wait?.heartbeatSeconds ?? SHORTEST)) {
        ({ waiting, nextHeartbeat } = await heartbeat("idle"));
        toldAt = now();
      }
      const from = now();
      let turn = await doWork(config, kinds(), stop, wait?.claimSeconds);
      if (turn === "done") toldAt = undefined;
      // Without waiting, so that it is shown as working until there is nothing left.
      while (turn === "done" && !stop.aborted) turn = await doWork(config, kinds(), stop);
      hints = turn === "again" ? hints + 1 : 0;
      if (failures > 0) stdout("Connected again.\n");
      if (toldAt === undefined || failures > 0) seconds = 0;
      else if (turn === "again" && hints <= HINTS) seconds = Math.random() / 4;
      else seconds = wait ? Math.max(0, SHORTEST - (now() - from)) : Math.max(SHORTEST, nextHeartbeat);
      failures = 0;
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof Unreachable || error instanceof Refused)) throw error;
      failures += 1;
      if (failures === 1) stdout(`${error.message}\nTrying again until it works.\n`);
      // Spread, so that a thousand computers don't come back in the same second.
      seconds = Math.min(LONGEST, 20 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
    }
  }
}
/** Seconds by a clock that nobody sets. */
const now = (): number => performance.now() / 1000;
