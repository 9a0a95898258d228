// Answers a poll of the connector: undecided, denied, or its device token (RFC 8628, sections 3.4 and 3.5).
import { keyFor, sha256 } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { deriveToken } from "./device-token.ts";
import { accessDenied, authorizationPending, expiredToken, slowDown } from "./errors.ts";
import { readDevice, readPolled, writeDevice, writeFirstToken, writePolled } from "./queries.ts";
import { pairedOf } from "./send-heartbeat.ts";

export async function collectToken(ctx: RequestCtx, deviceCode: string) {
  const now = ctx.clock.now();
  const hash = sha256(deviceCode);
  const [polled] = await ctx.db.commitAndRead([writePolled(hash, now)], readPolled(hash, now));
  if (!polled) throw expiredToken();
  if (polled.state === "denied") throw accessDenied();
  if (polled.state === "pending" || polled.deviceId === null || polled.projectId === null)
    throw (polled.wasEarly ? slowDown : authorizationPending)({ interval: polled.pollSeconds });
  const { projectId, deviceId } = polled;
  // Derived from the device code: if the answer is lost, the next poll gets the same token.
  const token = await deriveToken(await keyFor(ctx.env, ctx.db, "device tokens"), deviceId, 1, deviceCode);
  const [device] = await ctx.db.commitAndRead(
    [writeDevice(polled.id, now), writeFirstToken(projectId, deviceId, sha256(token), now)],
    readDevice(projectId, deviceId, now),
  );
  // The grant ended, or somebody revoked the device, before it had its token.
  if (!device || device.isRevoked || !device.grantHolds) throw accessDenied();
  if (device.lastSeenAt !== null) throw expiredToken();
  return { token, ...pairedOf(device) };
}
