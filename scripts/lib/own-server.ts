// Erasures on a self-hosted server: repeats those after a restore before it serves, and keeps the journal of new ones while it serves.
import { keepJournal, readErasures, readStateRecord } from "./backup/erasures.ts";
import { eraseAgain, hasPending } from "./backup/gate.ts";
import { placesOf } from "./backup/places.ts";
import { type Served, serveBuild } from "./serve.ts";

/** Carries out pending erasures after a restore, on a private port with the schedule run manually. Returns the number of people. */
export async function eraseAgainIn(state: string, vars: Readonly<Record<string, string>>): Promise<number> {
  if (!hasPending(state)) return 0;
  const server = await serveBuild({ state, vars, tick: false });
  try {
    return await eraseAgain(state, { db: await server.runtime.getD1Database("DB"), tick: server.tick });
  } finally {
    await server.stop();
  }
}

const MINUTE = 60_000;

/**
 * Writes new erasures to the journal next to the state, at once and then each minute. Returns the function that writes it a last time,
 * after the runtime has ended: Ctrl-C ends the runtime together with this process, so it then reads the database files directly.
 */
export function writeJournalEachMinute(state: string, served: Pick<Served, "runtime">, print: (line: string) => void): () => Promise<void> {
  const { journal } = placesOf(state);
  const failed = (error: unknown): void =>
    print(`The journal of erasures could not be written: ${error instanceof Error ? error.message : String(error)}`);
  let stopped = false;
  const write = async (): Promise<void> => {
    try {
      keepJournal(await readErasures(await served.runtime.getD1Database("DB")), journal);
    } catch (error) {
      // The runtime may end a moment before this process gets the signal to end.
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
      const record = readStateRecord(state);
      if (record) keepJournal(record, journal);
      else failed("the database could not be read");
    } catch (error) {
      failed(error);
    }
  };
}
