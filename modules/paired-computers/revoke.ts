// Revokes a device, with the others under its grant, or a grant, with every device it backs.
import type { DevicePrincipal, MemberPrincipal } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DeviceGrantId, DeviceId } from "#kernel/ids/index.ts";
import { audit, writeAudit } from "#modules/projects";
import { deviceName, readSeen } from "./queries.ts";
import {
  announceWithdrawn,
  countRevoked,
  hasRevoked,
  newRevocation,
  writeRevokeDevice,
  writeRevokeGrant,
  writeUnpair,
} from "./revocations.ts";

type Ctx = RequestCtx<MemberPrincipal>;

/** Repeating it changes nothing and answers 0 devices. */
export async function revokeDevice(ctx: Ctx, id: DeviceId): Promise<{ devices: number }> {
  const { projectId, accountId } = ctx.caller;
  const r = newRevocation(ctx.clock.now());
  const detail = { name: deviceName(projectId, id), devices: sql`CAST(${countRevoked(r)} AS TEXT)` };
  const [devices, isThere] = await ctx.db.commitAndRead(
    [
      ...writeRevokeDevice(ctx.registry.extensions, r, projectId, id, accountId),
      audit(ctx, "device.revoked", { detail }, hasRevoked("devices", r)),
    ],
    queryOne(sql`SELECT ${countRevoked(r)} ${as.number("n")}`, (row) => row.n),
    readSeen("devices", projectId, id, accountId),
  );
  if (!isThere) throw notFound();
  announceWithdrawn(ctx, projectId);
  return { devices: devices ?? 0 };
}

/** Repeating it changes nothing and answers 0 devices. */
export async function revokeGrant(ctx: Ctx, id: DeviceGrantId): Promise<{ devices: number }> {
  const { projectId, accountId } = ctx.caller;
  const r = newRevocation(ctx.clock.now());
  const detail = { devices: sql`CAST(${countRevoked(r)} AS TEXT)` };
  const [devices, isThere] = await ctx.db.commitAndRead(
    [
      ...writeRevokeGrant(ctx.registry.extensions, r, projectId, id, accountId),
      audit(ctx, "device.grant_revoked", { detail }, hasRevoked("device_grants", r)),
    ],
    queryOne(sql`SELECT ${countRevoked(r)} ${as.number("n")}`, (row) => row.n),
    readSeen("device_grants", projectId, id, accountId),
  );
  if (!isThere) throw notFound();
  announceWithdrawn(ctx, projectId);
  return { devices: devices ?? 0 };
}

/** The computer ends its own pairing. */
export async function unpairDevice(ctx: RequestCtx<DevicePrincipal>): Promise<{ ok: true }> {
  const { projectId, deviceId } = ctx.caller;
  const r = newRevocation(ctx.clock.now());
  await ctx.db.commit([
    ...writeUnpair(ctx.registry.extensions, r, projectId, deviceId),
    writeAudit(
      { projectId, actor: "system", action: "device.unpaired", detail: { name: deviceName(projectId, deviceId) }, now: r.now },
      hasRevoked("devices", r),
    ),
  ]);
  announceWithdrawn(ctx, projectId);
  return { ok: true };
}
