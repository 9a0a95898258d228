// Decides by what is read, and anew when that changed before it was stored.
import { Refusal } from "./index.ts";

const TRIES = 4;

/**
 * Reads, and stores under the condition that what was read still holds; up to four times, while the latter is refused with `conflict`.
 * `refusal`: why what was read rules it out. It is thrown only after `store` refused, too, which answers a repetition however things are by
 * then; so `store` has to store nothing new with a refusal.
 */
export async function retryWhenChanged<F, R>(steps: {
  readonly read: () => Promise<F>;
  readonly refusal: (found: F) => Refusal | undefined;
  readonly store: (found: F, refusal: Refusal | undefined) => Promise<R>;
}): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    const found = await steps.read();
    const refusal = steps.refusal(found);
    try {
      return await steps.store(found, refusal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
      if (refusal) throw refusal;
      if (tries === TRIES) throw error;
    }
  }
}
