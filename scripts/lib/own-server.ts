// What `npm start` does about erasures: those of a restored copy before it serves, and the journal of new ones while it serves.
import { keepJournal, knownBy, knownIn } from "./backup/erasures.ts";
import { eraseAgain, hasPending } from "./backup/gate.ts";
import { placesOf } from "./backup/places.ts";
import { type Served, serveBuild } from "./serve.ts";

/** Carries out what a restore left to erase, on a private port with the schedule run by hand. Answers how many people. */
export async function eraseAgainIn(state: string, vars: Readonly<Record<string, string>>): Promise<number> {
  if (!hasPending(state)) return 0;
  const desk = await serveBuild({ state, vars, tick: false });
  try {
    return await eraseAgain(state, { db: await desk.runtime.getD1Database("DB"), tick: desk.tick });
  } finally {
    await desk.stop();
  }
}

const MINUTE = 60_000;

/**
 * Writes new erasures into the journal beside the state, at once and each minute. Answers how to write it a last time, once the
 * runtime has ended: Ctrl-C of a terminal ends it together with this process, so the files are read then.
 */
export function writeJournalEachMinute(state: string, served: Pick<Served, "runtime">, say: (line: string) => void): () => Promise<void> {
  const { journal } = placesOf(state);
  const failed = (error: unknown): void =>
    say(`The journal of erasures could not be written: ${error instanceof Error ? error.message : String(error)}`);
  let stopped = false;
  const write = async (): Promise<void> => {
    try {
      keepJournal(await knownBy(await served.runtime.getD1Database("DB")), journal);
    } catch (error) {
      // The runtime may end a moment before this process hears that it shall end too.
      setTimeout(() => stopped || failed(error), 1000).unref();
    }
  };
  let running = write();
  const timer = setInterval(() => (running = running.then(write)), MINUTE);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
    try {
      const known = knownIn(state);
      if (known) keepJournal(known, journal);
      else failed("the database could not be read");
    } catch (error) {
      failed(error);
    }
  };
}
