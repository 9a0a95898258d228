// Lists grants with their devices: one's own, and for owners and admins everybody's.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type Device, type DeviceGrant, MAX_GRANTS } from "./contract.ts";
import { sightings } from "./extension.ts";
import { readDevicesOf, readGrants } from "./queries.ts";

const PAGE = 25;
/** Grants of one member that have not ended are as many at most. */
const OWN_PAGE = MAX_GRANTS;

export async function listGrants(
  ctx: RequestCtx<MemberPrincipal>,
  { ended, own, cursor }: { readonly ended?: "1" | undefined; readonly own?: "1" | undefined; readonly cursor?: string | undefined },
): Promise<{ items: DeviceGrant[]; next: string | null }> {
  const { projectId, accountId, role } = ctx.caller;
  const filter = {
    accountId: role === "operator" || own === "1" ? accountId : undefined,
    ended: ended === "1",
    before: decodeCursor(cursor)?.id,
  };
  const page = own === "1" ? OWN_PAGE : PAGE;
  const now = ctx.clock.now();
  const [[grants, devices], seen] = await Promise.all([
    ctx.db.read(readGrants(projectId, filter, now, page + 1), readDevicesOf(projectId, filter, page)),
    readSeen(ctx),
  ]);
  const items = grants.slice(0, page);
  const last = items.at(-1);
  return {
    items: items.map((grant) => ({
      ...grant,
      devices: devices.filter(({ grantId }) => grantId === grant.id).map(({ grantId: _, ...device }) => lastSeen(device, seen[device.id])),
    })),
    next: grants.length > page && last ? encodeCursor([0, last.id]) : null,
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
