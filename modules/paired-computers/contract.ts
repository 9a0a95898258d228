// Wire contract of paired computers: pairing, devices, grants, and what a connector calls. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Done, line, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

export { readUserCode } from "./contract/user-code.ts";
export { CONNECTOR_VERSION } from "./contract/versions.ts";

const inProject = { projectId: idOf("project") };

/** What a computer can be asked to do: `report` to the team in an internal note, or write a `reply` that a member reviews. */
export const WORK_KINDS = ["report", "reply"] as const;
export const WorkKind = v.picklist(WORK_KINDS);
export type WorkKind = v.InferOutput<typeof WorkKind>;
/** Seconds that a claim waits for work at most: shorter than what proxies let pass without a byte. */
export const CLAIM_WAIT_SECONDS = 25;
/** Days after which a grant can end. */
export const GRANT_DAYS = [7, 30, 90, 365] as const;
/** Jobs in a UTC day at most, by default and in all. */
export const DEFAULT_JOBS_PER_DAY = 20;
export const MAX_JOBS_PER_DAY = 1000;
/** Computers that one grant ever backs, revoked ones included. */
export const MAX_DEVICES = 20;
/** Grants of one member in a project that have not ended. */
export const MAX_GRANTS = 50;

// Each on its own kinds: a computer asks for at least one, and a grant allows at least one.
const Kinds = v.pipe(v.array(WorkKind), v.minLength(1, m.paired_computers_kind_missing), v.maxLength(WORK_KINDS.length));
const Version = v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, "must be a version such as 1.2.3"));
/** A line without control characters and bidirectional ones: it stands in sentences by which people decide, and could disguise them. */
const label = v.pipe(line(80), v.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "must not hold control characters"));
/** What the connector says about itself. */
const Machine = { name: label, system: label, version: Version };
/** What a connector is doing. `stopped`: it said that it ends. */
const ConnectorState = v.picklist(["idle", "working", "stopped"]);
export type ConnectorState = v.InferOutput<typeof ConnectorState>;

// --- the connector -----------------------------------------------------------

/** RFC 8628, section 3.1 and 3.2. Times in seconds. */
export const authorizeDevice = route({
  name: "authorizeDevice",
  method: "POST",
  path: "/api/connector/device-authorization",
  who: "anyone",
  body: v.strictObject({ ...Machine, kinds: Kinds }),
  reply: v.object({
    /** The secret with which the connector polls. */
    deviceCode: v.string(),
    /** What the person types: `WDJB-MJHT`. */
    userCode: v.string(),
    verificationUri: v.string(),
    /** The same with the code filled in. */
    verificationUriComplete: v.string(),
    expiresIn: v.number(),
    interval: v.number(),
  }),
  errors: ["connector_outdated", "rate_limited"],
});

const GrantOfDevice = v.object({ kinds: v.array(WorkKind), jobsPerDay: v.number(), expiresAt: Time });
const Paired = v.object({
  device: v.object({ id: idOf("device"), name: v.string() }),
  project: v.object({ id: idOf("project"), name: v.string() }),
  /** The member whose computer it is. */
  person: v.nullable(v.string()),
  grant: GrantOfDevice,
});
/**
 * RFC 8628, section 3.4 and 3.5, with the error as `code`: `authorization_pending`, `slow_down` (the `interval` grew), `access_denied`,
 * `expired_token`. Until the token is used first, a repetition gets the same one.
 */
export const collectDeviceToken = route({
  name: "collectDeviceToken",
  method: "POST",
  path: "/api/connector/token",
  who: "anyone",
  body: v.strictObject({ deviceCode: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "must be the device code")) }),
  reply: v.object({ token: v.string(), ...Paired.entries }),
  errors: ["authorization_pending", "slow_down", "access_denied", "expired_token"],
});
/** What the computer may do now. Changes nothing, so that it can be asked beside a running connector. */
export const readPairedDevice = route({
  name: "readPairedDevice",
  method: "GET",
  path: "/api/connector/device",
  who: "device",
  reply: Paired,
});
/** `token`: use this one from now on; the one sent stays valid until then. `nextHeartbeat`: seconds, at least, until the next call. */
export const sendHeartbeat = route({
  name: "sendHeartbeat",
  method: "POST",
  path: "/api/connector/heartbeat",
  who: "device",
  body: v.strictObject({ version: Version, system: Machine.system, state: ConnectorState }),
  reply: v.object({
    ...Paired.entries,
    token: v.nullable(v.string()),
    nextHeartbeat: v.number(),
    /** For a connector without work whose claims wait, by `wait`: for how long they may, and how seldom it sends heartbeats then. */
    waiting: v.object({ claimSeconds: v.number(), heartbeatSeconds: v.number() }),
    connector: v.object({ current: v.string(), minimum: v.string() }),
  }),
  errors: ["connector_outdated"],
});
/** Ends this pairing only: other computers under the grant keep working. */
export const unpairDevice = route({
  name: "unpairDevice",
  method: "POST",
  path: "/api/connector/unpair",
  who: "device",
  body: v.strictObject({}),
  reply: Done,
});

// --- the person who pairs ------------------------------------------------------

/** A pairing as the person reviews it. `revision` is sent back with the decision, which is refused when it has changed. */
export const Pairing = v.object({
  id: idOf("devicePairing"),
  revision: v.number(),
  state: v.picklist(["pending", "approved", "denied"]),
  ...{ name: v.string(), system: v.string(), version: v.string() },
  /** The kinds of work that the computer asks for. */
  kinds: v.array(WorkKind),
  createdAt: Time,
  expiresAt: Time,
});
export type Pairing = v.InferOutput<typeof Pairing>;
/** Finds the pairing by the code that the computer shows, and binds it to this person: nobody else can open it any more. */
export const openPairing = route({
  name: "openPairing",
  method: "POST",
  path: "/api/account/pairings/open",
  who: "account",
  body: v.strictObject({ code: v.pipe(v.string(), v.maxLength(40)) }),
  reply: v.object({ pairing: Pairing }),
  errors: ["rate_limited"],
});
const Decided = { pairingId: idOf("devicePairing") };
const shown = { revision: v.pipe(v.number(), v.integer(), v.minValue(1)) };
export const denyPairing = route({
  name: "denyPairing",
  method: "POST",
  path: "/api/account/pairings/:pairingId/deny",
  who: "account",
  params: Decided,
  body: v.strictObject(shown),
  reply: v.object({ pairing: Pairing }),
  errors: ["conflict"],
});
/** `grant`: a new one, or the id of one of the person's own. A repetition gets the same answer; with another grant it is a `conflict`. */
export const approvePairing = route({
  name: "approvePairing",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/device-pairings/:pairingId/approve",
  who: "member",
  personOnly: true,
  params: { ...inProject, ...Decided },
  body: v.strictObject({
    ...shown,
    grant: v.union([
      v.strictObject({ id: idOf("deviceGrant") }),
      v.strictObject({
        kinds: Kinds,
        days: v.picklist(GRANT_DAYS),
        jobsPerDay: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_JOBS_PER_DAY)),
      }),
    ]),
  }),
  reply: v.object({ pairing: Pairing }),
  errors: ["conflict"],
});

// --- devices and grants ----------------------------------------------------------

/** Why authority ended: by a person, by the device itself, with a computer or the grant it shared, or by what else happened. */
export const RevokedWhy = v.picklist([
  ...(["revoked", "with_device", "with_grant", "unpaired", "token_reused", "expired"] as const),
  ...(["membership_lost", "signed_out", "project_deleted"] as const),
]);
export type RevokedWhy = v.InferOutput<typeof RevokedWhy>;
const Revoked = v.object({
  at: Time,
  /** The name of the member who did it; null if nobody did, or the account is gone. */
  by: v.nullable(v.string()),
  why: RevokedWhy,
});
export const Device = v.object({
  id: idOf("device"),
  ...{ name: v.string(), system: v.string(), version: v.string() },
  state: ConnectorState,
  pairedAt: Time,
  /** Correct to five minutes while the connector runs; null before its first heartbeat. */
  lastSeenAt: v.nullable(Time),
  revoked: v.nullable(Revoked),
});
export type Device = v.InferOutput<typeof Device>;
export const DeviceGrant = v.object({
  id: idOf("deviceGrant"),
  /** Its member; the name is null if the account is gone. */
  person: v.object({ id: idOf("account"), name: v.nullable(v.string()) }),
  kinds: v.array(WorkKind),
  jobsPerDay: v.number(),
  createdAt: Time,
  expiresAt: Time,
  /** `void`: its member may not sign in any more, so nothing works under it. */
  state: v.picklist(["valid", "expired", "void", "revoked"]),
  revoked: v.nullable(Revoked),
  /** Newest first, revoked ones included. */
  devices: v.array(Device),
});
export type DeviceGrant = v.InferOutput<typeof DeviceGrant>;
/**
 * Newest first: one's own, and for owners and admins everybody's. `ended`: `1` for those that ended. `own`: `1` for one's own only, whatever
 * the role; those that have not ended are then one page.
 */
export const listDeviceGrants = route({
  name: "listDeviceGrants",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/device-grants",
  who: "member",
  params: inProject,
  query: v.strictObject({ ended: v.optional(v.literal("1")), own: v.optional(v.literal("1")), cursor: v.optional(Cursor) }),
  reply: v.object({ items: v.array(DeviceGrant), next: v.nullable(v.string()) }),
});
/** Revokes the grant and every device it backs. `devices`: how many were revoked now. */
export const revokeDeviceGrant = route({
  name: "revokeDeviceGrant",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/device-grants/:grantId",
  who: "member",
  personOnly: true,
  params: { ...inProject, grantId: idOf("deviceGrant") },
  reply: v.object({ devices: v.number() }),
});
/** Revokes the device and all others under its grant. `devices`: how many were revoked now. */
export const revokeDevice = route({
  name: "revokeDevice",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/devices/:deviceId",
  who: "member",
  personOnly: true,
  params: { ...inProject, deviceId: idOf("device") },
  reply: v.object({ devices: v.number() }),
});
