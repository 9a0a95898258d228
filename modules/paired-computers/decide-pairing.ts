// Approves or denies a pairing, as the person was shown it.
import type { AccountPrincipal, MemberPrincipal } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { conflict, invalidRequest, notFound, type Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type DeviceGrantId, type DevicePairingId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { MAX_DEVICES, MAX_GRANTS, type Pairing, type WorkKind } from "./contract.ts";
import { alreadyDecided, codeExpired, otherThanShown } from "./errors.ts";
import {
  type Approval,
  type Approved,
  isApproved,
  mayAdd,
  mayGrant,
  readApproved,
  readPairing,
  writeApproved,
  writeDenied,
  writeGrant,
} from "./queries.ts";

type NewGrant = { readonly kinds: readonly WorkKind[]; readonly days: number; readonly jobsPerDay: number };
interface Decision {
  readonly revision: number;
  readonly grant: { readonly id: DeviceGrantId } | NewGrant;
}

export async function denyPairing(ctx: RequestCtx<AccountPrincipal>, id: DevicePairingId, revision: number): Promise<{ pairing: Pairing }> {
  const { accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [pairing] = await ctx.db.commitAndRead([writeDenied(id, revision, accountId, now)], readPairing(id, accountId));
  if (!pairing) throw notFound();
  if (pairing.state !== "denied") throw whyNot(pairing, revision, now) ?? alreadyDecided();
  return { pairing: shown(pairing) };
}

/** The computer gets its token when it asks next. A repetition with the same grant gets the same answer, another one `conflict`. */
export async function approvePairing(
  ctx: RequestCtx<MemberPrincipal>,
  pairingId: DevicePairingId,
  { revision, grant }: Decision,
): Promise<{ pairing: Pairing }> {
  const { projectId, accountId: by } = ctx.caller;
  const now = ctx.clock.now();
  const [asked] = await ctx.db.read(readPairing(pairingId, by));
  if (!asked) throw notFound();
  const isAnother = "id" in grant;
  if (!isAnother && grant.kinds.some((kind) => !asked.kinds.includes(kind)))
    throw invalidRequest([{ path: "grant.kinds", message: m.paired_computers_kind_not_asked() }]);
  const approval: Approval = {
    ...{ pairingId, revision, projectId, by, now },
    grantId: isAnother ? grant.id : newId("deviceGrant", now),
    deviceId: newId("device", now),
  };
  const done = isApproved(approval);
  const [pairing, given] = await ctx.db.commitAndRead(
    [
      writeApproved(approval, isAnother ? mayAdd(projectId, grant.id, by, asked.kinds, now) : mayGrant(projectId, by)),
      ...(isAnother
        ? []
        : [writeGrant(approval, { kinds: [...new Set(grant.kinds)], jobsPerDay: grant.jobsPerDay, expiresAt: now + days(grant.days) })]),
      audit(ctx, "device.paired", { detail: { name: asked.name, grant: isAnother ? "given before" : "new" } }, done),
    ],
    readPairing(pairingId, by),
    readApproved(projectId, pairingId),
  );
  if (pairing?.state === "approved" && pairing.projectId === projectId) {
    if (!given || !isSame(given, grant)) throw alreadyDecided();
    return { pairing: shown(pairing) };
  }
  throw (pairing && whyNot(pairing, revision, now)) ?? (isAnother ? noRoom() : tooManyGrants());
}

/** Whether a repetition names the grant that was given. */
const isSame = (given: Approved, grant: Decision["grant"]): boolean =>
  "id" in grant
    ? given.grantId === grant.id
    : given.isNew &&
      given.lasts === days(grant.days) &&
      given.jobsPerDay === grant.jobsPerDay &&
      given.kinds.toSorted().join() === [...new Set(grant.kinds)].toSorted().join();
const noRoom = (): Refusal => conflict(m.paired_computers_grant_full({ max: MAX_DEVICES }));
const tooManyGrants = (): Refusal => conflict(m.paired_computers_too_many_grants({ max: MAX_GRANTS }));
const shown = ({ projectId: _, ...pairing }: Pairing & { projectId: unknown }): Pairing => pairing;
function whyNot(pairing: Pairing, revision: number, now: number): Refusal | undefined {
  if (pairing.state !== "pending") return alreadyDecided();
  if (Date.parse(pairing.expiresAt) <= now) return codeExpired();
  return pairing.revision === revision ? undefined : otherThanShown();
}
