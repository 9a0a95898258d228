// What `npm start` holds to before and while it serves other people: the rules of a server, and the erasures of a restored copy.
import type { Config } from "../../kernel/config/index.ts";
import { SETUP_TOKEN_MIN } from "../../kernel/config/index.ts";
import { keepJournal } from "./backup/erasures.ts";
import { eraseAgain, hasPending } from "./backup/gate.ts";
import { placesOf } from "./backup/places.ts";
import type { D1 } from "./miniflare.ts";
import { type Served, serveBuild } from "./serve.ts";

/**
 * Why these variables must not be served, in words, or undefined. APP_ORIGIN makes it a server, whatever address it listens on:
 * whoever reaches it can name any Host, so only the token keeps a stranger from becoming the first owner.
 */
export function whyNotServed(config: Pick<Config, "appOrigin" | "setupToken" | "faults">, loopback: boolean): string | undefined {
  if (config.appOrigin === undefined)
    return loopback ? undefined : "--host opens Seed Desk to other machines: set APP_ORIGIN and SVC_SETUP_TOKEN in .dev.vars first";
  if (config.faults.some(({ variable }) => variable === "APP_ORIGIN"))
    return "Seed Desk is not served with an APP_ORIGIN that is not valid";
  if ((config.setupToken ?? "").length < SETUP_TOKEN_MIN)
    return (
      `APP_ORIGIN makes this a server: put a SVC_SETUP_TOKEN of at least ${SETUP_TOKEN_MIN} characters into .dev.vars first. ` +
      "On your own computer, leave APP_ORIGIN out instead."
    );
  return undefined;
}

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

/** Writes new erasures into the journal beside the state, at once and each minute. Answers how to stop; stopping writes once more. */
export function writeJournalEachMinute(state: string, served: Pick<Served, "runtime">, say: (line: string) => void): () => Promise<void> {
  const { journal } = placesOf(state);
  const write = async (): Promise<void> => {
    try {
      const db: D1 = await served.runtime.getD1Database("DB");
      await keepJournal(db, journal);
    } catch (error) {
      say(`The journal of erasures could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  let running = write();
  const timer = setInterval(() => (running = running.then(write)), MINUTE);
  return async () => {
    clearInterval(timer);
    running = running.then(write);
    await running;
  };
}
