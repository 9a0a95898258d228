// Suppresses addresses, and tells whether they are.
import { fanOut } from "#kernel/events/index.ts";
import { type AccountId, newId, type ProjectId, type SuppressionId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { type AddressKeys, keysOf } from "./address-key.ts";
import { EVERYWHERE, type SuppressionReason } from "./contract.ts";
import { suppressed } from "./events.ts";
import { anyStored, type NewSuppression, readSuppressionOf, type SuppressionState, writeSuppressions } from "./queries.ts";

type BatchCtx = Pick<Ctx, "env" | "db" | "registry" | "clock">;
interface Suppressing {
  readonly projectId: ProjectId;
  readonly reason: SuppressionReason;
  /** The member who did it. */
  readonly by?: AccountId | undefined;
}
/** Statements for a batch, and the jobs of listeners to wake after its commit. */
export interface Suppression {
  readonly statements: readonly SQL[];
  readonly jobIds: readonly string[];
  readonly ids: readonly SuppressionId[];
}

/**
 * Statements that suppress at most 100 addresses if `when` holds, and store the jobs of whoever listens to `suppressed`. Repeating adds
 * nothing.
 */
export async function suppress(
  ctx: BatchCtx,
  { addresses, ...how }: Suppressing & { readonly addresses: readonly string[] },
  when: SQL = sql`1`,
): Promise<Suppression> {
  return suppressKeys(ctx, { ...how, keys: await keysOf(ctx, addresses) }, when);
}
/** The same for hashes of which the address may be unknown. `addressFrom`: SQL of the address, for the list. */
export function suppressKeys(
  ctx: Pick<Ctx, "registry" | "clock">,
  how: Suppressing & {
    readonly keys: readonly (AddressKeys | { readonly key: string })[];
    readonly addressFrom?: SQL | undefined;
  },
  when: SQL,
): Suppression {
  const { projectId, reason, keys, by, addressFrom } = how;
  if (keys.length === 0) return { statements: [], jobIds: [], ids: [] };
  const now = ctx.clock.now();
  const rows = keys.map((one): NewSuppression => ({
    id: newId("suppression", now),
    key: one.key,
    mailHash: "mailHash" in one ? one.mailHash : null,
    address: "address" in one ? one.address : null,
  }));
  const told = fanOut(
    ctx,
    suppressed,
    { projectId, reason, keys: rows.map(({ key }) => key), everywhere: EVERYWHERE.has(reason) },
    { projectId, cause: rows[0]?.id ?? "", when: anyStored(rows), about: sql`NULL` },
  );
  return {
    statements: [writeSuppressions(projectId, rows, { reason, by: by ?? null, now, addressFrom, when }), ...told.statements],
    jobIds: told.jobIds,
    ids: rows.map(({ id }) => id),
  };
}

/** The query of `suppressionOf`, to be read together with something else. */
export const suppressionQuery = async (
  ctx: Pick<Ctx, "env" | "db">,
  projectId: ProjectId,
  addresses: readonly string[],
): Promise<ReturnType<typeof readSuppressionOf>> => readSuppressionOf(projectId, await keysOf(ctx, addresses));
/** By the addresses as given, at most 100: one round trip. */
export async function suppressionOf(
  ctx: Pick<Ctx, "env" | "db">,
  projectId: ProjectId,
  addresses: readonly string[],
): Promise<Map<string, SuppressionState>> {
  const [found] = await ctx.db.read(await suppressionQuery(ctx, projectId, addresses));
  return found;
}
/** Whether the project may not send outreach to the address. In a batch, `notSuppressed` says the same. */
export async function isSuppressed(ctx: Pick<Ctx, "env" | "db">, projectId: ProjectId, address: string): Promise<boolean> {
  const one = (await suppressionOf(ctx, projectId, [address])).get(address);
  return one !== undefined && (one.here !== null || one.elsewhere);
}
