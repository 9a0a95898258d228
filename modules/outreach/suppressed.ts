// What the desk knows against sending to an address: bounces, complaints, opt-outs.
import { as, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isSuppressed } from "#modules/email";
import type { EndReason } from "./contract.ts";

/** Condition of the batches that send: nothing stops mail to the address, named by its hash. */
export const notStoppedAt = (projectId: ProjectId, addressHash: string): SQL => sql`NOT ${isSuppressed(projectId, addressHash)}`;
/** Why nothing may be sent to the address; null if something may be. */
export async function readStopAt(ctx: Pick<Ctx, "db" | "env">, projectId: ProjectId, addressHash: string): Promise<EndReason | null> {
  const [found] = await ctx.db.read(
    queryOne(sql`SELECT ${isSuppressed(projectId, addressHash)} ${as.number("suppressed")}`, (row) => row.suppressed !== 0),
  );
  return found === true ? "bounced" : null;
}
