// Lists grants with their devices: one's own, and for owners and admins everybody's.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DeviceGrant } from "./contract.ts";
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
  const [grants, devices] = await ctx.db.read(readGrants(projectId, filter, now, PAGE + 1), readDevicesOf(projectId, filter, PAGE));
  const items = grants.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items: items.map((grant) => ({
      ...grant,
      devices: devices.filter(({ grantId }) => grantId === grant.id).map(({ grantId: _, ...device }) => device),
    })),
    next: grants.length > PAGE && last ? encodeCursor([0, last.id]) : null,
  };
}
