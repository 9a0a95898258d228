// A connector says that it runs. It learns what its grant allows now, and gets its next token when it is time.
import { type DevicePrincipal, keyFor, sha256 } from "#kernel/auth/index.ts";
import { days, iso } from "#kernel/clock/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { checkUse, tokenIn, provedUse } from "./authenticate-device.ts";
import { CLAIM_WAIT_SECONDS, type ConnectorState } from "./contract.ts";
import { deriveToken } from "./device-token.ts";
import { connectorOutdated } from "./errors.ts";
import { sightings } from "./extension.ts";
import { type Authority, readTokenUse, writeNextToken, writeSeen } from "./queries.ts";
import { CONNECTOR_VERSION, isOlder, MINIMUM_CONNECTOR_VERSION } from "./contract/versions.ts";

/** A token is replaced when it is this old. */
const ROTATE = days(1);
/** Seconds between two heartbeats: without work, and during it, when a revocation has to arrive soon. */
const IDLE_SECONDS = 30;
const WORKING_SECONDS = 10;
/** Seconds between two heartbeats of a connector whose claims wait for work: those are its signs of life. Often enough for its next token. */
const WAITING_SECONDS = 3600;

interface Said {
  readonly version: string;
  readonly system: string;
  readonly state: ConnectorState;
}

/** What a connector is told about itself. */
export const pairedOf = (device: Authority) => ({
  device: { id: device.deviceId, name: device.name },
  project: { id: device.projectId, name: device.projectName },
  person: device.person,
  grant: { kinds: [...device.kinds], jobsPerDay: device.jobsPerDay, expiresAt: iso(device.expiresAt) },
});

export async function sendHeartbeat(ctx: RequestCtx<DevicePrincipal>, said: Said) {
  const { projectId, deviceId } = ctx.caller;
  if (isOlder(said.version, MINIMUM_CONNECTOR_VERSION)) throw connectorOutdated(said.version);
  const use = provedUse(ctx.caller);
  const now = ctx.clock.now();
  const given = tokenIn(ctx.request);
  const isNew = use.presented > use.generation;
  const isDue = !isNew && now - use.issuedAt >= ROTATE;
  const next = isDue ? await deriveToken(await keyFor(ctx.env, ctx.db, "device tokens"), deviceId, use.presented + 1, given) : null;
  // The database keeps the first one and what changes; of the others the time alone is kept, elsewhere, so that nothing is written here.
  const isSeen = use.lastSeenAt !== null;
  const isSame = said.version === use.version && said.system === use.system && said.state === use.state;
  // One write at most: what is left over is due again at the next heartbeat. Once a day the next token comes before a changed state.
  const issues = next !== null && !use.hasNext && isSeen;
  const write = issues
    ? writeNextToken(projectId, deviceId, use.presented, sha256(next), now)
    : isNew || !isSeen || !isSame
      ? writeSeen(projectId, deviceId, { ...said, generation: use.presented, now })
      : undefined;
  if (write) {
    const [written] = await ctx.db.commit([write]);
    if (written === 0) {
      // It was revoked meanwhile, or another request with the same token came first, which is fine.
      const [again] = await ctx.db.read(readTokenUse(sha256(given), now));
      checkUse(again);
    }
  }
  for (const each of ctx.registry.extensions.of(sightings)) each.note(ctx, projectId, deviceId, now);
  return {
    ...pairedOf(use),
    token: issues || use.hasNext ? next : null,
    nextHeartbeat: said.state === "working" ? WORKING_SECONDS : IDLE_SECONDS,
    waiting: { claimSeconds: CLAIM_WAIT_SECONDS, heartbeatSeconds: WAITING_SECONDS },
    connector: { current: CONNECTOR_VERSION, minimum: MINIMUM_CONNECTOR_VERSION },
  };
}
