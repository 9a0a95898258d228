// Removes images that nobody used for as long as the project keeps them.
import type { Ctx } from "#kernel/module/index.ts";
import { isOver, readToSweep, writeImageGone } from "./queries.ts";

/** Images that the schedule removes in an hour, and the minute of the hour. */
const PER_HOUR = 50;
const AT = 23;

export async function sweepUnused({ db, clock }: Ctx): Promise<void> {
  const now = clock.now();
  // Nobody waits for it, and each statement of a minute is one of every minute.
  if (new Date(now).getUTCMinutes() !== AT) return;
  const [over] = await db.read(readToSweep(now, PER_HOUR));
  if (over.length === 0) return;
  await db.commit(over.flatMap((image) => writeImageGone(image, isOver(now))));
}
