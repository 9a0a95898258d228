// Everything that withdraws authority: the statements that revoke grants and devices, and those of modules whose rows rest on them.
import { as, columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import { type AccountId, type DeviceGrantId, type DeviceId, type DeviceRevocationId, newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx, Extensions } from "#kernel/module/index.ts";
import { isMember } from "#modules/projects";
import type { RevokedWhy } from "./contract.ts";
import { authorityWithdrawn } from "./extension.ts";

interface Revocation {
  readonly id: DeviceRevocationId;
  readonly now: number;
}
/** A revocation: its id marks the rows that it ends. */
export const newRevocation = (now: number): Revocation => ({ id: newId("deviceRevocation", now), now });

const set = ({ id, now }: Revocation, why: RevokedWhy | SQL, by: AccountId | null = null): SQL =>
  sql`revoked_at = ${now}, revoked_by = ${by}, revoked_why = ${why}, revocation_id = ${id}`;
/** The devices that a revoked grant backs; those revoked earlier keep what they have. */
const writeDevicesOfGrants = (r: Revocation, why: RevokedWhy, by: AccountId | null = null): SQL => sql`
  UPDATE devices SET ${set(r, why, by)} WHERE revoked_at IS NULL
    AND (project_id, grant_id) IN (SELECT g.project_id, g.id FROM device_grants g INDEXED BY device_grants_by_revocation WHERE g.revocation_id = ${r.id})`;
/** What rests on the rows of the revocation: the last statements of each of these lists. */
const others = (extensions: Extensions, { id, now }: Revocation): readonly SQL[] =>
  extensions.of(authorityWithdrawn).flatMap((each) => [...each.statements(id, now)]);

/** Tells the connected members of a project what a revocation may have ended there. */
export function announceWithdrawn(ctx: Pick<Ctx, "env" | "after" | "registry">, projectId: ProjectId): void {
  for (const each of ctx.registry.extensions.of(authorityWithdrawn)) each.announce?.(ctx, projectId);
}
/** Condition on a row of `devices` or `device_grants`: it is the member's own, or they are an owner or admin. */
const mayRevoke = (projectId: ProjectId, by: AccountId): SQL => sql`(account_id = ${by} OR ${isMember(projectId, by, ["owner", "admin"])})`;
/** Condition: the revocation has ended something in this table. */
export const hasRevoked = (table: "devices" | "device_grants", { id }: Revocation): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE revocation_id = ${id})`;
/** How many devices the revocation ended, as an expression. */
export const countRevoked = ({ id }: Revocation): SQL => sql`(SELECT count(*) FROM devices WHERE revocation_id = ${id})`;

/** Revokes a device and the others under its grant. The grant itself stays. */
export const writeRevokeDevice = (
  extensions: Extensions,
  r: Revocation,
  projectId: ProjectId,
  id: DeviceId,
  by: AccountId,
): readonly SQL[] => [
  sql`UPDATE devices SET ${set(r, sql`CASE id WHEN ${id} THEN 'revoked' ELSE 'with_device' END`, by)}
    WHERE project_id = ${projectId} AND revoked_at IS NULL AND ${mayRevoke(projectId, by)}
      AND grant_id = (SELECT o.grant_id FROM devices o WHERE o.project_id = ${projectId} AND o.id = ${id} AND o.revoked_at IS NULL)`,
  ...others(extensions, r),
];
/** Revokes a grant and every device that it backs. */
export const writeRevokeGrant = (
  extensions: Extensions,
  r: Revocation,
  projectId: ProjectId,
  id: DeviceGrantId,
  by: AccountId,
): readonly SQL[] => [
  sql`UPDATE device_grants SET ${set(r, "revoked", by)} WHERE project_id = ${projectId} AND id = ${id} AND revoked_at IS NULL AND ${mayRevoke(projectId, by)}`,
  writeDevicesOfGrants(r, "with_grant", by),
  ...others(extensions, r),
];
/** A device ends its own pairing: the others under its grant are untouched. */
export const writeUnpair = (extensions: Extensions, r: Revocation, projectId: ProjectId, id: DeviceId): readonly SQL[] => [
  sql`UPDATE devices SET ${set(r, "unpaired")} WHERE project_id = ${projectId} AND id = ${id} AND revoked_at IS NULL`,
  ...others(extensions, r),
];
/** A replaced token was used: two computers have it. The others under the grant go too, as with any revoked device. */
export const writeRevokeReused = (extensions: Extensions, r: Revocation, projectId: ProjectId, id: DeviceId): readonly SQL[] => [
  sql`UPDATE devices SET ${set(r, sql`CASE id WHEN ${id} THEN 'token_reused' ELSE 'with_device' END`)}
    WHERE project_id = ${projectId} AND revoked_at IS NULL
      AND grant_id = (SELECT o.grant_id FROM devices o WHERE o.project_id = ${projectId} AND o.id = ${id} AND o.revoked_at IS NULL)`,
  ...others(extensions, r),
];
/** Grants of people who are no members any more, where `when` holds. */
export const writeMemberGone = (extensions: Extensions, r: Revocation, projectId: ProjectId, when: SQL): readonly SQL[] => [
  sql`UPDATE device_grants SET ${set(r, "membership_lost")} WHERE project_id = ${projectId} AND revoked_at IS NULL AND ${when}
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.account_id = device_grants.account_id)`,
  writeDevicesOfGrants(r, "membership_lost"),
  ...others(extensions, r),
];
/** All grants of a project, where `when` holds. */
export const writeProjectGone = (extensions: Extensions, r: Revocation, projectId: ProjectId, when: SQL): readonly SQL[] => [
  sql`UPDATE device_grants SET ${set(r, "project_deleted")} WHERE project_id = ${projectId} AND revoked_at IS NULL AND ${when}`,
  writeDevicesOfGrants(r, "project_deleted"),
  ...others(extensions, r),
];
/** The computers of a person who ended all other sessions, in every project, where `when` holds. Their grants stay. */
export const writeSignedOut = (extensions: Extensions, r: Revocation, accountId: AccountId, when: SQL): readonly SQL[] => [
  sql`UPDATE devices SET ${set(r, "signed_out")} WHERE account_id = ${accountId} AND revoked_at IS NULL AND ${when}`,
  ...others(extensions, r),
];
/** Whether a grant has expired that was not ended yet. */
export const readHasExpired = (now: number): Query<boolean> =>
  query(
    sql`SELECT 1 ${as.number("found")} FROM device_grants INDEXED BY device_grants_by_end WHERE revoked_at IS NULL AND expires_at <= ${now} LIMIT 1`,
    (rows) => rows.length > 0,
  );
/** The projects whose grants a revocation has ended. */
export const readProjectsOf = ({ id }: Revocation): Query<ProjectId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("device_grants", "project_id")} FROM device_grants INDEXED BY device_grants_by_revocation WHERE revocation_id = ${id}`,
    (rows) => rows.map((row) => row.project_id),
  );
/** Up to `limit` grants that have expired. */
export const writeExpired = (extensions: Extensions, r: Revocation, limit: number): readonly SQL[] => [
  sql`UPDATE device_grants SET ${set(r, "expired")} WHERE id IN (SELECT id FROM device_grants INDEXED BY device_grants_by_end WHERE revoked_at IS NULL AND expires_at <= ${r.now} ORDER BY expires_at LIMIT ${limit})`,
  writeDevicesOfGrants(r, "expired"),
  ...others(extensions, r),
];
