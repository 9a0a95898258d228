// What ends with time, a contact, and a project; and what follows a contact that is merged into another one.
import { minutes } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { SatisfactionRequestId } from "#kernel/ids/index.ts";
import { type Ctx, provide, type Provided } from "#kernel/module/index.ts";
import { contactErasure, contactMerge, erasureStep, movesRows } from "#modules/contacts";
import { projectCleanup } from "#modules/projects";
import { commentsOf, readIdsOf, writeErased, writeExpired, writeOldDeleted, writeProjectGone } from "./queries.ts";

const AT_ONCE = 500;
/** The minute of the hour in which the schedule looks: each statement of every minute counts. What has expired refuses by itself until then. */
const LOOKS_AT = 41;
/** Cron task. */
export async function endOld(ctx: Pick<Ctx, "db" | "clock">): Promise<void> {
  const now = ctx.clock.now();
  if (Math.floor(now / minutes(1)) % 60 !== LOOKS_AT) return;
  await ctx.db.commit([writeExpired(now, AT_ONCE), writeOldDeleted(now, AT_ONCE)]);
}

const commentStep = erasureStep<SatisfactionRequestId>({
  name: "satisfaction.comments",
  preview: async (_ctx, { projectId, contactId }) => ({ ratingComments: commentsOf(projectId, contactId) }),
  listKeys: ({ projectId, contactId }, after, limit) => readIdsOf(projectId, contactId, after, limit),
  clear: ({ projectId }, ids) => [{ statement: writeErased(projectId, ids) }],
});
export const cleanup: Provided[] = [
  provide(contactErasure, commentStep),
  provide(contactMerge, movesRows("satisfaction.requests", sql`satisfaction_requests`)),
  provide(projectCleanup, { name: "satisfaction", statements: (projectId, when) => writeProjectGone(projectId, when) }),
];
