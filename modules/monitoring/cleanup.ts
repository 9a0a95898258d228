// What ends with a contact, a project, and time.
import { days, minutes } from "#kernel/clock/index.ts";
import type { MonitoringEntryId } from "#kernel/ids/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, erasureStep } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { type ItemKey, readItemsOf, writeItemsErased, writeOldRunsDeleted } from "./dry-queries.ts";
import { readEntriesOf, writeErased, writeOldEntriesDeleted, writeOldProgressDeleted, writeProjectGone } from "./log-queries.ts";

/** Quotes and reasons are the customer's. What people thought of the matches stays, so that precision does not change. */
const logStep = erasureStep<MonitoringEntryId>({
  name: "monitoring.log",
  listKeys: ({ projectId, contactId }, after, limit) => readEntriesOf(projectId, contactId, after, limit),
  clear: ({ projectId }, ids, now) => [{ statement: writeErased(projectId, ids, now) }],
});
const dryRunStep = erasureStep<ItemKey>({
  name: "monitoring.dry_runs",
  listKeys: ({ projectId, contactId }, _after, limit) => readItemsOf(projectId, contactId, limit),
  clear: ({ projectId }, keys) => [{ statement: writeItemsErased(projectId, keys) }],
});

export const monitoringCleanup: Provided[] = [
  provide(contactErasure, logStep),
  provide(contactErasure, dryRunStep),
  provide(projectCleanup, { name: "monitoring", statements: (projectId, when) => writeProjectGone(projectId, when) }),
];

const KEEP_LOG = days(400);
const KEEP_PROGRESS = days(90);
const KEEP_RUNS = days(90);
const AT_ONCE = 500;
export async function forgetOld(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  // Once an hour is enough.
  if (Math.floor(now / minutes(1)) % 60 !== 7) return;
  await ctx.db.commit([
    writeOldEntriesDeleted(now - KEEP_LOG, AT_ONCE),
    writeOldProgressDeleted(now - KEEP_PROGRESS, AT_ONCE),
    ...writeOldRunsDeleted(now - KEEP_RUNS, 10),
  ]);
}
