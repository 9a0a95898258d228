import { serve } from "#kernel/http/index.ts";
import { defineModule } from "#kernel/module/index.ts";
import { deviceAuthenticator, provedUse } from "./authenticate-device.ts";
import { authorizeDevice } from "./authorize-device.ts";
import { collectToken } from "./collect-token.ts";
import * as contract from "./contract.ts";
import { approvePairing, denyPairing } from "./decide-pairing.ts";
import { listGrants } from "./list-grants.ts";
import { openPairing } from "./open-pairing.ts";
import { revokeDevice, revokeGrant, unpairDevice } from "./revoke.ts";
import { pairedOf, sendHeartbeat } from "./send-heartbeat.ts";
import { endExpired, transitions } from "./transitions.ts";

export const pairedComputers = defineModule({
  name: "paired-computers",
  needs: ["accounts", "projects"],
  authenticators: [deviceAuthenticator],
  routes: [
    serve(contract.authorizeDevice, (ctx, { body }) => authorizeDevice(ctx, body)),
    serve(contract.collectDeviceToken, (ctx, { body }) => collectToken(ctx, body.deviceCode)),
    serve(contract.readPairedDevice, async (ctx) => pairedOf(provedUse(ctx.caller))),
    serve(contract.sendHeartbeat, (ctx, { body }) => sendHeartbeat(ctx, body)),
    serve(contract.unpairDevice, (ctx) => unpairDevice(ctx)),
    serve(contract.openPairing, (ctx, { body }) => openPairing(ctx, body.code)),
    serve(contract.denyPairing, (ctx, { params, body }) => denyPairing(ctx, params.pairingId, body.revision)),
    serve(contract.approvePairing, (ctx, { params, body }) => approvePairing(ctx, params.pairingId, body)),
    serve(contract.listDeviceGrants, (ctx, { query }) => listGrants(ctx, query)),
    serve(contract.revokeDeviceGrant, (ctx, { params }) => revokeGrant(ctx, params.grantId)),
    serve(contract.revokeDevice, (ctx, { params }) => revokeDevice(ctx, params.deviceId)),
  ],
  cron: [{ name: "end expired grants of computers", run: endExpired }],
  provides: transitions,
});
