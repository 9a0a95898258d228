// Lists grants with their devices: one's own, and for owners and admins everybody's.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type DeviceGrant, MAX_GRANTS } from "./contract.ts";
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
  const [grants, devices] = await ctx.db.read(readGrants(projectId, filter, now, page + 1), readDevicesOf(projectId, filter, page));
  const items = grants.slice(0, page);
  const last = items.at(-1);
  return {
    items: items.map((grant) => ({
      ...grant,
      devices: devices.filter(({ grantId }) => grantId === grant.id).map(({ grantId: _, ...device }) => device),
    })),
    next: grants.length > page && last ? encodeCursor([0, last.id]) : null,
  };
}
