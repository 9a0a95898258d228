// Asks for kept conversations that were not open for a day, so that a device learns of erasures and lost access that nobody told it.
import { call } from "#dashboard/api.ts";
import { CallError } from "#kernel/wire/route.ts";
import { isErased } from "#modules/contacts/views";
import { openThread } from "#modules/conversations/contract";
import { type Kept, keptAs } from "./kept.ts";
import { readKept, writeKept } from "./store.ts";

/** How old a copy may be until it is asked for again, and how long to pause between two, in milliseconds. */
const OLD = 24 * 3600_000;
const PAUSE = 2000;

/** Whether a copy has to be asked for. */
export const isOld = (one: Kept, now: number): boolean => keptAs(one.key) === "thread" && now - one.at > OLD;

/** Asks for the old copies, one after the other; stops where nobody answers. Never rejects. */
export async function checkKept(account: string, pause = PAUSE): Promise<void> {
  try {
    const old = (await readKept()).filter((one) => one.account === account && isOld(one, Date.now()));
    for (const one of old) {
      const [, projectId, , conversationId] = one.key as string[];
      const now = await call(openThread, { params: { projectId, conversationId } as never }).catch((cause: unknown) => {
        if (cause instanceof CallError && (cause.status === 403 || cause.status === 404)) return undefined;
        throw cause;
      });
      const isGone = now === undefined || isErased(now.contact);
      await writeKept(account, isGone ? [] : [{ ...one, data: now, at: Date.now() }], isGone ? [one.id] : []);
      await new Promise((done) => setTimeout(done, pause));
    }
  } catch {
    // No connection, or no store: the next start asks again, and what is old enough goes without asking.
  }
}
