// Reads and changes the business hours.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { audit, changesBetween } from "#modules/projects";
import { type BusinessHours, exceptionsText, type GivenSchedule, weekText } from "./contract.ts";
import { hoursChanged } from "./extension.ts";
import { mayChange, readHours, writeHours } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export const showHours = async (ctx: Ctx): Promise<BusinessHours> => (await ctx.db.read(readHours(ctx.caller.projectId)))[0];

/** Stores the hours; 409 if somebody stored others since the revision that these began with. */
export async function changeHours(ctx: Ctx, given: GivenSchedule): Promise<BusinessHours> {
  const { projectId, accountId } = ctx.caller;
  const when = mayChange(projectId, given.revision, accountId);
  const [before] = await ctx.db.read(readHours(projectId));
  const changes = changesBetween(kept(before), kept(given));
  const now = ctx.clock.now();
  const follows = ctx.registry.extensions.of(hoursChanged).map((follow) => follow(projectId, now, when));
  const [hours] = await ctx.db.commitAndRead(
    [
      audit(ctx, "business_hours.changed", { changes }, when),
      ...follows.flatMap(({ statements }) => [...statements]),
      writeHours(projectId, given, when),
    ],
    readHours(projectId),
  );
  // A repeated request finds what it stored.
  if (hours.revision !== given.revision + 1 || !isSame(hours, given)) throw conflict(m.business_hours_changed_meanwhile());
  wakeJobs(
    ctx,
    follows.flatMap(({ jobIds }) => jobIds),
  );
  return hours;
}
/** The hours as the audit log keeps them, and as they are compared. */
const kept = ({ on, timeZone, week, exceptions }: Omit<GivenSchedule, "revision">) => ({
  ...{ on, timeZone, week: weekText(week), exceptions: exceptionsText(exceptions) },
});
const isSame = (a: BusinessHours, b: GivenSchedule): boolean => JSON.stringify(kept(a)) === JSON.stringify(kept(b));
