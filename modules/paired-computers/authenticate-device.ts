// Proves the principal `device`: a device token as a bearer token. Device, grant and membership are read on every request.
import { type DevicePrincipal, sha256 } from "#kernel/auth/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { writeAudit } from "#modules/projects";
import { isDeviceToken } from "./device-token.ts";
import { deviceRefused } from "./errors.ts";
import { readTokenUse, type TokenUse } from "./queries.ts";
import { hasRevoked, newRevocation, writeRevokeReused } from "./revocations.ts";

/** The token of a request, in its header; empty without one. */
export const tokenIn = (request: Request): string =>
  /^bearer +(\S{1,200})$/i.exec((request.headers.get("authorization") ?? "").trim())?.[1] ?? "";

const uses = new WeakMap<DevicePrincipal, TokenUse>();
/** What was read when the device was proved. */
export function provedUse(caller: DevicePrincipal): TokenUse {
  const use = uses.get(caller);
  if (!use) throw new Error("not a caller of this authenticator");
  return use;
}
/** Throws the refusal of a token that opens nothing. */
export function checkUse(use: TokenUse | undefined): asserts use is TokenUse {
  if (!use) throw deviceRefused("unknown");
  if (use.isRevoked) throw deviceRefused("revoked");
  if (use.presented < use.generation) throw deviceRefused("superseded");
  if (!use.grantHolds) throw deviceRefused("ended");
}

export const deviceAuthenticator: Authenticator = {
  who: ["device"],
  async begin({ request, now }) {
    const token = tokenIn(request);
    if (!isDeviceToken(token)) throw deviceRefused("unknown");
    return {
      claims: {},
      queries: [readTokenUse(sha256(token), now)],
      prove([found]) {
        const use = found as TokenUse | undefined;
        checkUse(use);
        const caller: DevicePrincipal = {
          kind: "device",
          ...{ projectId: use.projectId, deviceId: use.deviceId, grantId: use.grantId, accountId: use.accountId },
          ...{ kinds: use.kinds, jobsPerDay: use.jobsPerDay },
        };
        uses.set(caller, use);
        return caller;
      },
      async refused([found], { db, registry, clock }) {
        const use = found as TokenUse | undefined;
        if (!use || use.isRevoked || use.presented >= use.generation) return;
        // Somebody has a copy of a token that was replaced, and nobody can tell who is who: neither may go on.
        const r = newRevocation(clock.now());
        await db.commit([
          ...writeRevokeReused(registry.extensions, r, use.projectId, use.deviceId),
          writeAudit(
            { projectId: use.projectId, actor: "system", action: "device.token_reused", detail: { name: use.name }, now: r.now },
            hasRevoked("devices", r),
          ),
        ]);
      },
    };
  },
};
