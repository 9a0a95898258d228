// Lists grants with their devices: one's own, and for owners and admins everybody's.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Device, DeviceGrant } from "./contract.ts";
import { sightings } from "./extension.ts";
import { readDevicesOf, readGrants } from "./queries.ts";

const PAGE = 25;

export async function listGrants(
  ctx: RequestCtx<MemberPrincipal>,
  { ended, cursor }: { readonly ended?: "1" | undefined; readonly cursor?: string | undefined },
): Promise<{ items: DeviceGrant[]; next: string | null }> {
  const { projectId, accountId, role } = ctx.caller;
  const filter = {
    accountId: role === "operator" ? accountId : undefined,
    ended: ended === "1",
    before: decodeCursor(cursor)?.id,
  };
  const now = ctx.clock.now();
  const [[grants, devices], seen] = await Promise.all([
    ctx.db.read(readGrants(projectId, filter, now, PAGE + 1), readDevicesOf(projectId, filter, PAGE)),
    readSeen(ctx),
  ]);
  const items = grants.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items: items.map((grant) => ({
      ...grant,
      devices: devices.filter(({ grantId }) => grantId === grant.id).map(({ grantId: _, ...device }) => lastSeen(device, seen[device.id])),
    })),
    next: grants.length > PAGE && last ? encodeCursor([0, last.id]) : null,
  };
}

/** Signs of life that the database doesn't know. Without them the list says what the database knows. */
async function readSeen(ctx: RequestCtx<MemberPrincipal>): Promise<Readonly<Record<string, number>>> {
  try {
    return Object.assign(
      {},
      ...(await Promise.all(ctx.registry.extensions.of(sightings).map((each) => each.read(ctx, ctx.caller.projectId)))),
    );
  } catch (error) {
    ctx.log.error("when computers were seen could not be read", error);
    return {};
  }
}
/** After a computer was paired, what is newer counts; a revoked one was last seen when the database says so. */
const lastSeen = (device: Device, seen: number | undefined): Device =>
  seen === undefined || device.lastSeenAt === null || device.revoked !== null || Date.parse(device.lastSeenAt) >= seen
    ? device
    : { ...device, lastSeenAt: iso(seen) };
