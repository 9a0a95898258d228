// Releases mail that waited until its address was verified. Mail of the project that now has the address is admitted in order of arrival;
// mail of projects that no longer claim it is deleted unseen.
import { columns, query, sql } from "#kernel/db/index.ts";
import { handle, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isHeld } from "#modules/email";
import { releaseWaiting } from "#modules/address-verification";
import { keyOfAdmission } from "../admit-job.ts";
import { dropObjects } from "../receiving/objects.ts";
import { admissionOf } from "../receiving/store-mail.ts";

const PER_RUN = 50;
const list = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

export const releaseJob = handle(releaseWaiting, async (ctx, { address }) => {
  const more = (await admitWaiting(ctx, address)) || (await deleteUnclaimed(ctx, address));
  return more ? "again" : undefined;
});

/** Returns whether there may be more. */
async function admitWaiting(ctx: Ctx, address: string): Promise<boolean> {
  const [found] = await ctx.db.read(
    query(
      sql`SELECT ${columns({ r: "inbound_mail_receipts" }, "r.id, r.project_id")} FROM inbound_mail_receipts r JOIN inbound_addresses h ON h.address = r.waits_for AND h.project_id = r.project_id AND h.held_at IS NOT NULL AND h.takes_mail = 1
        WHERE r.waits_for = ${address} AND r.waits_for IS NOT NULL AND r.state = 'dropped' AND r.object_key IS NOT NULL ORDER BY r.id LIMIT ${PER_RUN}`,
      (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
    ),
  );
  if (found.length === 0) return false;
  const now = ctx.clock.now();
  await ctx.db.commit(
    found.flatMap(({ id, projectId }, i) => {
      const mine = sql`EXISTS (SELECT 1 FROM inbound_mail_receipts WHERE id = ${id} AND state = 'received')`;
      return [
        sql`UPDATE inbound_mail_receipts SET state = 'received', error = NULL WHERE id = ${id} AND state = 'dropped' AND waits_for IS NOT NULL AND ${isHeld(projectId, address)}`,
        // The mail's first job left it waiting and may have been cleaned up since.
        writeRequeue(keyOfAdmission(id), now + i, mine),
        writeJobs([admissionOf(id, projectId, now + i)], now, mine),
      ];
    }),
  );
  return found.length === PER_RUN;
}

async function deleteUnclaimed(ctx: Ctx, address: string): Promise<boolean> {
  const [found] = await ctx.db.read(
    query(
      sql`SELECT ${columns({ r: "inbound_mail_receipts" }, "r.id, r.object_key")} FROM inbound_mail_receipts r WHERE r.waits_for = ${address} AND r.waits_for IS NOT NULL AND r.state = 'dropped'
        AND NOT EXISTS (SELECT 1 FROM address_claims c WHERE c.project_id = r.project_id AND c.address = r.waits_for AND c.takes_mail = 1) LIMIT ${PER_RUN}`,
      (rows) => rows.map((row) => ({ id: row.id, objectKey: row.object_key })),
    ),
  );
  if (found.length === 0) return false;
  const keys = found.flatMap(({ objectKey }) => objectKey ?? []);
  await ctx.db.commit([
    sql`INSERT INTO mail_uploads (object_key, created_at) SELECT value, ${ctx.clock.now()} FROM json_each(${JSON.stringify(keys)}) WHERE 1 ON CONFLICT (object_key) DO NOTHING`,
    sql`DELETE FROM inbound_mail_receipts WHERE id IN ${list(found.map(({ id }) => id))}`,
  ]);
  await dropObjects(ctx, keys);
  return found.length === PER_RUN;
}
