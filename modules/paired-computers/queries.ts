// All SQL of pairings, devices and grants but for what revokes them (`revocations.ts`).
import { minutes, iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, DeviceGrantId, DeviceId, DevicePairingId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isMember, stillMay } from "#modules/projects";
import { type ConnectorState, type Device, type DeviceGrant, MAX_DEVICES, MAX_GRANTS, type Pairing, type WorkKind } from "./contract.ts";

/** The connector may still collect its token for so long after the code expired: the person may have decided in its last second. */
const COLLECT = minutes(5);

/** Condition on a row of `device_grants`: nothing has ended it, and its member may still work in the project. */
export const grantHolds = (g: SQL, now: number): SQL =>
  sql`${g}.revoked_at IS NULL AND ${g}.expires_at > ${now} AND ${stillMay(sql`${g}.project_id`, sql`${g}.account_id`, "operator")}`;

// --- pairings -----------------------------------------------------------------

const PAIRING = columns("device_pairings", "id, revision, state, name, system, version, kinds, created_at, expires_at");
const pairingOf = (row: RowIn<typeof PAIRING>): Pairing => ({
  ...{ id: row.id, revision: row.revision, state: row.state, name: row.name, system: row.system, version: row.version },
  kinds: parseJson<WorkKind[]>(row.kinds),
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
});
export const writePairing = (
  p: {
    id: DevicePairingId;
    deviceCodeHash: string;
    userCodeHash: string;
    name: string;
    system: string;
    version: string;
    kinds: readonly WorkKind[];
    now: number;
    expiresAt: number;
    pollSeconds: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO device_pairings (id, device_code_hash, user_code_hash, name, system, version, kinds, state, revision, created_at, expires_at, poll_seconds)
  SELECT ${p.id}, ${p.deviceCodeHash}, ${p.userCodeHash}, ${p.name}, ${p.system}, ${p.version}, ${JSON.stringify(p.kinds)}, 'pending', 1, ${p.now}, ${p.expiresAt}, ${p.pollSeconds}
  WHERE ${when} ON CONFLICT DO NOTHING`;
/** Binds a pairing that nobody opened to the person, which nobody else can open from then on. */
export const writeOpened = (userCodeHash: string, by: AccountId, now: number, when: SQL): SQL => sql`
  UPDATE device_pairings SET opened_by = ${by}, revision = revision + 1
  WHERE user_code_hash = ${userCodeHash} AND state = 'pending' AND opened_by IS NULL AND expires_at > ${now} AND ${when}`;
/** A pairing that the person opened, by its code, until it expires. */
export const readOpened = (userCodeHash: string, by: AccountId, now: number): Query<Pairing | undefined> =>
  queryOne(
    sql`SELECT ${PAIRING} FROM device_pairings WHERE user_code_hash = ${userCodeHash} AND opened_by = ${by} AND expires_at > ${now}`,
    pairingOf,
  );
export const readPairing = (id: DevicePairingId, by: AccountId): Query<(Pairing & { projectId: ProjectId | null }) | undefined> =>
  queryOne(
    sql`SELECT ${PAIRING}, ${columns("device_pairings", "project_id")} FROM device_pairings WHERE id = ${id} AND opened_by = ${by}`,
    (row) => ({ ...pairingOf(row), projectId: row.project_id }),
  );
/** Condition on a pairing: the person opened it and may decide what they were shown. */
const mayDecide = (id: DevicePairingId, revision: number, by: AccountId, now: number): SQL =>
  sql`id = ${id} AND opened_by = ${by} AND revision = ${revision} AND state = 'pending' AND expires_at > ${now}`;
export const writeDenied = (id: DevicePairingId, revision: number, by: AccountId, now: number): SQL => sql`
  UPDATE device_pairings SET state = 'denied', revision = revision + 1, decided_at = ${now} WHERE ${mayDecide(id, revision, by, now)}`;

export interface Approval {
  readonly pairingId: DevicePairingId;
  readonly revision: number;
  readonly projectId: ProjectId;
  readonly by: AccountId;
  readonly grantId: DeviceGrantId;
  readonly deviceId: DeviceId;
  readonly now: number;
}
/** Condition: this approval is the one that decided. */
export const isApproved = ({ pairingId, deviceId }: Approval): SQL =>
  sql`EXISTS (SELECT 1 FROM device_pairings WHERE id = ${pairingId} AND device_id = ${deviceId})`;
/** What an approved pairing was given. */
export interface Approved {
  readonly grantId: DeviceGrantId;
  /** Whether the grant was given with it. */
  readonly isNew: boolean;
  readonly kinds: readonly WorkKind[];
  readonly jobsPerDay: number;
  /** Milliseconds. */
  readonly lasts: number;
}
export const readApproved = (projectId: ProjectId, pairingId: DevicePairingId): Query<Approved | undefined> =>
  queryOne(
    sql`SELECT ${columns({ g: "device_grants" }, "g.id, g.kinds, g.jobs_per_day, g.created_at, g.expires_at")}, g.created_at = p.decided_at ${as.number("new")}
      FROM device_pairings p JOIN device_grants g ON g.id = p.grant_id AND g.project_id = p.project_id WHERE p.id = ${pairingId} AND p.project_id = ${projectId} AND p.state = 'approved'`,
    (row) => ({
      ...{ grantId: row.id, isNew: row.new !== 0, kinds: parseJson<WorkKind[]>(row.kinds), jobsPerDay: row.jobs_per_day },
      lasts: row.expires_at - row.created_at,
    }),
  );
export const writeApproved = (a: Approval, when: SQL): SQL => sql`
  UPDATE device_pairings SET state = 'approved', revision = revision + 1, project_id = ${a.projectId}, grant_id = ${a.grantId}, device_id = ${a.deviceId}, decided_at = ${a.now}
  WHERE ${mayDecide(a.pairingId, a.revision, a.by, a.now)} AND ${when}`;
/** Condition: the member may give another grant in the project. */
export const mayGrant = (projectId: ProjectId, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "operator")} AND (SELECT count(*) FROM device_grants INDEXED BY device_grants_current_by_account WHERE project_id = ${projectId} AND account_id = ${by} AND revoked_at IS NULL) < ${MAX_GRANTS})`;
/** Condition: the grant is the member's own, holds, backs fewer devices than it may, and allows no more than the computer `asked` for. */
export const mayAdd = (projectId: ProjectId, grantId: DeviceGrantId, by: AccountId, asked: readonly WorkKind[], now: number): SQL =>
  sql`(EXISTS (SELECT 1 FROM device_grants g WHERE g.project_id = ${projectId} AND g.id = ${grantId} AND g.account_id = ${by} AND ${grantHolds(sql`g`, now)}
      AND NOT EXISTS (SELECT 1 FROM json_each(g.kinds) k WHERE k.value NOT IN (SELECT value FROM json_each(${JSON.stringify(asked)}))))
    AND (SELECT count(*) FROM devices WHERE project_id = ${projectId} AND grant_id = ${grantId}) < ${MAX_DEVICES})`;
export const writeGrant = (
  a: Approval,
  grant: { readonly kinds: readonly WorkKind[]; readonly jobsPerDay: number; readonly expiresAt: number },
): SQL => sql`
  INSERT INTO device_grants (id, project_id, account_id, kinds, jobs_per_day, created_at, expires_at)
  SELECT ${a.grantId}, ${a.projectId}, ${a.by}, ${JSON.stringify(grant.kinds)}, ${grant.jobsPerDay}, ${a.now}, ${grant.expiresAt} WHERE ${isApproved(a)}`;

/** Records a poll of a pairing that is undecided, and lets the connector wait longer if it came too early (RFC 8628, section 3.5). */
export const writePolled = (deviceCodeHash: string, now: number): SQL => {
  const early = sql`(polled_at IS NOT NULL AND polled_at > ${now} - poll_seconds * 1000)`;
  return sql`UPDATE device_pairings SET polled_early = ${early}, poll_seconds = CASE WHEN ${early} THEN min(60, poll_seconds + 5) ELSE poll_seconds END, polled_at = ${now}
    WHERE device_code_hash = ${deviceCodeHash} AND state = 'pending' AND expires_at > ${now}`;
};
export interface Polled {
  readonly id: DevicePairingId;
  readonly state: "pending" | "approved" | "denied";
  readonly projectId: ProjectId | null;
  readonly deviceId: DeviceId | null;
  readonly wasEarly: boolean;
  readonly pollSeconds: number;
}
/** A pairing by its device code, while it can still be decided or collected. */
export const readPolled = (deviceCodeHash: string, now: number): Query<Polled | undefined> =>
  queryOne(
    sql`SELECT ${columns("device_pairings", "id, state, project_id, device_id, polled_early, poll_seconds")} FROM device_pairings
      WHERE device_code_hash = ${deviceCodeHash} AND expires_at > (CASE state WHEN 'approved' THEN ${now - COLLECT} ELSE ${now} END)`,
    (row) => ({
      id: row.id,
      state: row.state,
      projectId: row.project_id,
      deviceId: row.device_id,
      wasEarly: row.polled_early !== 0,
      pollSeconds: row.poll_seconds,
    }),
  );
/** The device of an approved pairing, if its grant still holds; nothing when it is there already. */
export const writeDevice = (id: DevicePairingId, now: number): SQL => sql`
  INSERT INTO devices (id, project_id, grant_id, account_id, name, system, version, state, generation, paired_at)
  SELECT p.device_id, p.project_id, p.grant_id, g.account_id, p.name, p.system, p.version, 'idle', 1, ${now}
  FROM device_pairings p JOIN device_grants g ON g.id = p.grant_id AND g.project_id = p.project_id
  WHERE p.id = ${id} AND p.state = 'approved' AND ${grantHolds(sql`g`, now)} AND (SELECT count(*) FROM devices o WHERE o.project_id = p.project_id AND o.grant_id = p.grant_id) < ${MAX_DEVICES}
  ON CONFLICT DO NOTHING`;
/** The first token of a device, until it is used. */
export const writeFirstToken = (projectId: ProjectId, deviceId: DeviceId, tokenHash: string, now: number): SQL => sql`
  INSERT INTO device_tokens (token_hash, project_id, device_id, generation, issued_at)
  SELECT ${tokenHash}, project_id, id, 1, ${now} FROM devices WHERE project_id = ${projectId} AND id = ${deviceId} AND generation = 1 AND last_seen_at IS NULL AND revoked_at IS NULL
  ON CONFLICT DO NOTHING`;
/** Deletes the pairings of a project, where `when` holds: what was approved and not collected yet gives no device. */
export const writeDeletePairings = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM device_pairings WHERE project_id = ${projectId} AND ${when}`;
export const writeDeleteOldPairings = (before: number, limit: number): SQL =>
  sql`DELETE FROM device_pairings WHERE id IN (SELECT id FROM device_pairings WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit})`;

// --- what a device may do ---------------------------------------------------------

const AUTHORITY = (
  now: number,
) => columnList`${columns({ d: "devices" }, "d.id, d.project_id, d.grant_id, d.account_id, d.name, d.system, d.version, d.state, d.generation, d.last_seen_at, d.revoked_at, d.revoked_why")},
  ${columns({ g: "device_grants" }, "g.kinds, g.jobs_per_day, g.expires_at")}, ${grantHolds(sql`g`, now)} ${as.number("holds")},
  ${nameOf(sql`d.account_id`)} ${as.textOrNull("person")}, (SELECT p.name FROM projects p WHERE p.id = d.project_id) ${as.textOrNull("project_name")}`;
/** A device with its grant, as they are now, whether they still hold or not. */
export interface Authority {
  readonly deviceId: DeviceId;
  readonly projectId: ProjectId;
  readonly grantId: DeviceGrantId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly system: string;
  readonly version: string;
  readonly state: ConnectorState;
  readonly generation: number;
  readonly lastSeenAt: number | null;
  readonly isRevoked: boolean;
  /** Whether the grant has not ended and its member may still work in the project. */
  readonly grantHolds: boolean;
  readonly kinds: readonly WorkKind[];
  readonly jobsPerDay: number;
  readonly expiresAt: number;
  readonly person: string | null;
  readonly projectName: string;
}
const authorityOf = (row: RowIn<ReturnType<typeof AUTHORITY>>): Authority => ({
  ...{ deviceId: row.id, projectId: row.project_id, grantId: row.grant_id, accountId: row.account_id },
  ...{ name: row.name, system: row.system, version: row.version, state: row.state, generation: row.generation },
  lastSeenAt: row.last_seen_at,
  isRevoked: row.revoked_at !== null,
  grantHolds: row.holds !== 0,
  kinds: parseJson<WorkKind[]>(row.kinds),
  ...{ jobsPerDay: row.jobs_per_day, expiresAt: row.expires_at, person: row.person, projectName: row.project_name ?? "" },
});
export const readDevice = (projectId: ProjectId, id: DeviceId, now: number): Query<Authority | undefined> =>
  queryOne(
    sql`SELECT ${AUTHORITY(now)} FROM devices d JOIN device_grants g ON g.id = d.grant_id AND g.project_id = d.project_id WHERE d.project_id = ${projectId} AND d.id = ${id}`,
    authorityOf,
  );
export interface TokenUse extends Authority {
  /** Of the token that was sent. */
  readonly presented: number;
  readonly issuedAt: number;
  /** Whether the token after it was issued already. */
  readonly hasNext: boolean;
}
/** The device of a token, as it is now. Its project comes from the row: the hash names it. */
export const readTokenUse = (tokenHash: string, now: number): Query<TokenUse | undefined> =>
  queryOne(
    sql`SELECT ${AUTHORITY(now)}, ${columns({ t: "device_tokens" }, "t.generation AS presented, t.issued_at")},
      EXISTS (SELECT 1 FROM device_tokens n WHERE n.project_id = t.project_id AND n.device_id = t.device_id AND n.generation = t.generation + 1) ${as.number("has_next")}
      FROM device_tokens t JOIN devices d ON d.id = t.device_id AND d.project_id = t.project_id JOIN device_grants g ON g.id = d.grant_id AND g.project_id = d.project_id
      WHERE t.token_hash = ${tokenHash}`,
    (row) => ({ ...authorityOf(row), presented: row.presented, issuedAt: row.issued_at, hasNext: row.has_next !== 0 }),
  );
/** Condition: the device was not revoked and its grant holds. Part of each batch of a device. */
export const deviceHolds = (projectId: ProjectId, id: DeviceId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM devices d JOIN device_grants g ON g.id = d.grant_id AND g.project_id = d.project_id WHERE d.project_id = ${projectId} AND d.id = ${id} AND d.revoked_at IS NULL AND ${grantHolds(sql`g`, now)})`;
/** What a heartbeat says, stored where the device still holds. `generation`: that of the token, which replaces those before it. */
export const writeSeen = (
  projectId: ProjectId,
  id: DeviceId,
  seen: { version: string; system: string; state: ConnectorState; generation: number; now: number },
): SQL => sql`
  UPDATE devices SET last_seen_at = ${seen.now}, version = ${seen.version}, system = ${seen.system}, state = ${seen.state}, generation = max(generation, ${seen.generation})
  WHERE project_id = ${projectId} AND id = ${id} AND ${deviceHolds(projectId, id, seen.now)}`;
/** The next token, while that of `generation` is the newest in use. */
export const writeNextToken = (projectId: ProjectId, id: DeviceId, generation: number, tokenHash: string, now: number): SQL => sql`
  INSERT INTO device_tokens (token_hash, project_id, device_id, generation, issued_at)
  SELECT ${tokenHash}, project_id, id, ${generation + 1}, ${now} FROM devices WHERE project_id = ${projectId} AND id = ${id} AND generation = ${generation} AND ${deviceHolds(projectId, id, now)}
  ON CONFLICT DO NOTHING`;
/** Deletes tokens that were replaced or whose device was revoked long ago. */
export const writeDeleteOldTokens = (before: number, limit: number): SQL => sql`
  DELETE FROM device_tokens WHERE token_hash IN (SELECT t.token_hash FROM device_tokens t JOIN devices d ON d.id = t.device_id AND d.project_id = t.project_id WHERE t.issued_at < ${before} AND (t.generation < d.generation OR d.revoked_at < ${before}) ORDER BY t.issued_at LIMIT ${limit})`;

// --- lists --------------------------------------------------------------------------

const GRANT = (
  now: number,
) => columnList`${columns({ g: "device_grants" }, "g.id, g.account_id, g.kinds, g.jobs_per_day, g.created_at, g.expires_at, g.revoked_at, g.revoked_why")},
  ${nameOf(sql`g.account_id`)} ${as.textOrNull("person")}, ${nameOf(sql`g.revoked_by`)} ${as.textOrNull("revoker")}, ${grantHolds(sql`g`, now)} ${as.number("holds")}`;
const grantOf =
  (now: number) =>
  (row: RowIn<ReturnType<typeof GRANT>>): Omit<DeviceGrant, "devices"> => ({
    id: row.id,
    person: { id: row.account_id, name: row.person },
    ...{ kinds: parseJson<WorkKind[]>(row.kinds), jobsPerDay: row.jobs_per_day },
    ...{ createdAt: iso(row.created_at), expiresAt: iso(row.expires_at) },
    state: row.revoked_at !== null ? "revoked" : row.expires_at <= now ? "expired" : row.holds === 0 ? "void" : "valid",
    revoked:
      row.revoked_at === null || row.revoked_why === null ? null : { at: iso(row.revoked_at), by: row.revoker, why: row.revoked_why },
  });
export interface GrantFilter {
  /** Only this member's. */
  readonly accountId: AccountId | undefined;
  readonly ended: boolean;
  /** Only those before this one. */
  readonly before: string | undefined;
}
const filtered = (projectId: ProjectId, { accountId, ended, before }: GrantFilter): SQL => {
  // The planner can't tell how few of a project's rows are a member's.
  const index = `device_grants_${ended ? "ended" : "current"}${accountId === undefined ? "" : "_by_account"}`;
  return sql`device_grants g INDEXED BY ${sql.raw(index)} WHERE g.project_id = ${projectId} AND g.revoked_at ${sql.raw(ended ? "IS NOT NULL" : "IS NULL")}${accountId === undefined ? sql`` : sql` AND g.account_id = ${accountId}`}${before === undefined ? sql`` : sql` AND g.id < ${before}`}`;
};
/** Newest first. */
export const readGrants = (projectId: ProjectId, filter: GrantFilter, now: number, limit: number): Query<Omit<DeviceGrant, "devices">[]> =>
  query(sql`SELECT ${GRANT(now)} FROM ${filtered(projectId, filter)} ORDER BY g.id DESC LIMIT ${limit}`, (rows) => rows.map(grantOf(now)));
const DEVICE = columnList`${columns({ d: "devices" }, "d.id, d.grant_id, d.name, d.system, d.version, d.state, d.paired_at, d.last_seen_at, d.revoked_at, d.revoked_why")}, ${nameOf(sql`d.revoked_by`)} ${as.textOrNull("revoker")}`;
const deviceOf = (row: RowIn<typeof DEVICE>): Device & { grantId: DeviceGrantId } => ({
  ...{ id: row.id, grantId: row.grant_id, name: row.name, system: row.system, version: row.version, state: row.state },
  pairedAt: iso(row.paired_at),
  lastSeenAt: row.last_seen_at === null ? null : iso(row.last_seen_at),
  revoked: row.revoked_at === null || row.revoked_why === null ? null : { at: iso(row.revoked_at), by: row.revoker, why: row.revoked_why },
});
/** The devices of the same grants, newest first. */
export const readDevicesOf = (projectId: ProjectId, filter: GrantFilter, limit: number): Query<(Device & { grantId: DeviceGrantId })[]> =>
  query(
    sql`SELECT ${DEVICE} FROM (SELECT g.id FROM ${filtered(projectId, filter)} ORDER BY g.id DESC LIMIT ${limit}) f CROSS JOIN devices d INDEXED BY devices_by_grant ON d.project_id = ${projectId} AND d.grant_id = f.id ORDER BY d.id DESC`,
    (rows) => rows.map(deviceOf),
  );
/** The name of a device, as an expression. */
export const deviceName = (projectId: ProjectId, id: DeviceId): SQL =>
  sql`(SELECT name FROM devices WHERE project_id = ${projectId} AND id = ${id})`;
/** Whether the member may see the device or grant: their own, and for owners and admins everybody's. */
export const readSeen = (
  table: "devices" | "device_grants",
  projectId: ProjectId,
  id: DeviceId | DeviceGrantId,
  by: AccountId,
): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("found")} FROM ${sql.raw(table)} t WHERE t.project_id = ${projectId} AND t.id = ${id} AND (t.account_id = ${by} OR ${isMember(projectId, by, ["owner", "admin"])})`,
    (rows) => rows.length > 0,
  );
