// All SQL of the website preview.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columnList, columns, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, PreviewGrantId, PreviewSessionId, ProjectId } from "#kernel/ids/index.ts";
import { nameOf } from "#modules/accounts";
import { isMember, originHolds, stillMay } from "#modules/projects";
import type { Opens, PreviewGrant } from "./contract.ts";

/** Grants of a project that have not ended, at most. */
export const MAX_GRANTS = 50;
/** Ended ones that are still listed, at most. */
const LISTED = 100;

/** Condition: the account may open the grant `g`, as a member with the role that it has now. */
const mayOpen = (accountId: SQL): SQL => sql`(
  (g.opens <> 'named' OR EXISTS (SELECT 1 FROM json_each(g.members) WHERE value = ${accountId}))
  AND ${stillMay(sql`g.project_id`, accountId, sql`CASE g.opens WHEN 'admins' THEN 'admin' ELSE 'operator' END`)})`;
/** Condition: the website is still the project's. */
const SITE_HOLDS = sql`EXISTS (SELECT 1 FROM projects sp WHERE sp.id = g.project_id AND sp.website_origin = g.site AND sp.deleted_at IS NULL)`;
/** Condition: nothing has ended the grant `g`, whatever is left of its requests. */
const holds = (now: number): SQL => sql`(g.revoked_at IS NULL AND g.expires_at > ${now} AND ${SITE_HOLDS})`;

const grantColumns = (accountId: AccountId) =>
  columnList`${columns({ g: "preview_grants" }, "g.id, g.site, g.file_origins, g.paths, g.opens, g.scripts, g.request_limit, g.used, g.created_at, g.expires_at, g.revoked_at, g.last_opened_at")}, ${nameOf(sql`g.created_by`)} ${as.textOrNull("creator")}, ${nameOf(sql`g.last_opened_by`)} ${as.textOrNull("opener")}, (SELECT json_group_array(json_object('id', value, 'name', ${nameOf(sql`value`)})) FROM json_each(g.members)) ${as.text("named")}, ${SITE_HOLDS} ${as.number("site_holds")}, ${mayOpen(sql`${accountId}`)} ${as.number("may_open")}`;
const grantOf =
  (now: number) =>
  (row: RowIn<ReturnType<typeof grantColumns>>): PreviewGrant => ({
    ...{ id: row.id, site: row.site, opens: row.opens, requestLimit: row.request_limit, used: row.used },
    fileOrigins: parseJson<string[]>(row.file_origins),
    paths: parseJson<string[]>(row.paths),
    members: JSON.parse(row.named) as PreviewGrant["members"],
    scripts: row.scripts === 1,
    createdBy: row.creator,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    revokedAt: isoOrNull(row.revoked_at),
    lastOpenedAt: isoOrNull(row.last_opened_at),
    lastOpenedBy: row.opener,
    state:
      row.revoked_at !== null
        ? "revoked"
        : row.expires_at <= now
          ? "expired"
          : row.site_holds === 0
            ? "moved"
            : row.used >= row.request_limit
              ? "spent"
              : "valid",
    mayOpen: row.may_open === 1,
  });

/** Newest first; without `all` those that the account may open. */
export const readGrants = (projectId: ProjectId, accountId: AccountId, all: boolean, now: number): Query<PreviewGrant[]> =>
  query(
    sql`SELECT ${grantColumns(accountId)} FROM preview_grants g WHERE g.project_id = ${projectId}${all ? sql`` : sql` AND ${mayOpen(sql`${accountId}`)}`} ORDER BY g.id DESC LIMIT ${LISTED}`,
    (rows) => rows.map(grantOf(now)),
  );
export const readGrantBy = (projectId: ProjectId, clientId: string, accountId: AccountId, now: number): Query<PreviewGrant | undefined> =>
  queryOne(
    sql`SELECT ${grantColumns(accountId)} FROM preview_grants g WHERE g.project_id = ${projectId} AND g.client_id = ${clientId}`,
    grantOf(now),
  );
export const readGrant = (projectId: ProjectId, id: PreviewGrantId, accountId: AccountId, now: number): Query<PreviewGrant | undefined> =>
  queryOne(sql`SELECT ${grantColumns(accountId)} FROM preview_grants g WHERE g.project_id = ${projectId} AND g.id = ${id}`, grantOf(now));
/** The origin of the project's website. */
export const readSite = (projectId: ProjectId): Query<string | null> =>
  query(
    sql`SELECT ${columns("projects", "website_origin")} FROM projects WHERE id = ${projectId} AND deleted_at IS NULL`,
    ([row]) => row?.website_origin ?? null,
  );

export interface NewGrant {
  readonly id: PreviewGrantId;
  readonly projectId: ProjectId;
  readonly site: string;
  readonly fileOrigins: readonly string[];
  readonly paths: readonly string[];
  readonly opens: Opens;
  readonly members: readonly AccountId[];
  readonly scripts: boolean;
  readonly requestLimit: number;
  readonly createdBy: AccountId;
  readonly clientId: string;
  readonly now: number;
  readonly expiresAt: number;
}
export const writeGrant = (g: NewGrant): SQL => sql`
  INSERT INTO preview_grants (id, project_id, site, file_origins, paths, opens, members, scripts, request_limit, used, created_by, client_id, created_at, expires_at)
  SELECT ${g.id}, ${g.projectId}, ${g.site}, ${JSON.stringify(g.fileOrigins)}, ${JSON.stringify(g.paths)}, ${g.opens}, ${JSON.stringify(g.members)}, ${g.scripts ? 1 : 0}, ${g.requestLimit}, 0, ${g.createdBy}, ${g.clientId}, ${g.now}, ${g.expiresAt}
  WHERE ${isMember(g.projectId, g.createdBy, ["owner", "admin"])} AND ${originHolds(g.projectId, g.site)}
    AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(g.members)}) n WHERE NOT ${isMember(g.projectId, sql`n.value`)})
    AND (SELECT count(*) FROM preview_grants WHERE project_id = ${g.projectId} AND revoked_at IS NULL AND expires_at > ${g.now}) < ${MAX_GRANTS}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
/** A grant's website, as an expression; null unless it can still be revoked. */
export const revocableSite = (projectId: ProjectId, id: PreviewGrantId): SQL =>
  sql`(SELECT site FROM preview_grants WHERE project_id = ${projectId} AND id = ${id} AND revoked_at IS NULL)`;
export const writeRevoked = (projectId: ProjectId, id: PreviewGrantId, now: number): SQL =>
  sql`UPDATE preview_grants SET revoked_at = ${now} WHERE project_id = ${projectId} AND id = ${id} AND revoked_at IS NULL`;
/** Whether the project has the grant, revoked or not. */
export const readHasGrant = (projectId: ProjectId, id: PreviewGrantId): Query<boolean> =>
  query(
    sql`SELECT ${columns("preview_grants", "id")} FROM preview_grants WHERE project_id = ${projectId} AND id = ${id}`,
    (rows) => rows.length > 0,
  );

export const writeSession = (s: {
  id: PreviewSessionId;
  projectId: ProjectId;
  grantId: PreviewGrantId;
  accountId: AccountId;
  codeHash: string;
  codeExpiresAt: number;
  expiresAt: number;
  now: number;
}): SQL => sql`
  INSERT INTO preview_sessions (id, project_id, grant_id, account_id, code_hash, code_expires_at, expires_at)
  SELECT ${s.id}, g.project_id, g.id, ${s.accountId}, ${s.codeHash}, ${s.codeExpiresAt}, min(${s.expiresAt}, g.expires_at)
  FROM preview_grants g WHERE g.project_id = ${s.projectId} AND g.id = ${s.grantId} AND ${holds(s.now)} AND g.used < g.request_limit AND ${mayOpen(sql`${s.accountId}`)}`;

// What follows begins with a code or token instead of a project: the row that its hash names has the project.

/** Exchanges a code for a token, once. */
export const writeExchanged = (codeHash: string, tokenHash: string, now: number): SQL => sql`
  UPDATE preview_sessions SET code_hash = NULL, token_hash = ${tokenHash} WHERE code_hash = ${codeHash} AND code_expires_at > ${now}`;
export const writeLastOpened = (tokenHash: string, now: number): SQL => sql`
  UPDATE preview_grants SET last_opened_at = ${now}, last_opened_by = s.account_id FROM preview_sessions s
  WHERE s.token_hash = ${tokenHash} AND preview_grants.project_id = s.project_id AND preview_grants.id = s.grant_id`;
export const readExchanged = (tokenHash: string): Query<string[] | undefined> =>
  queryOne(
    sql`SELECT ${columns({ g: "preview_grants" }, "g.paths")} FROM preview_sessions s JOIN preview_grants g ON g.project_id = s.project_id AND g.id = s.grant_id WHERE s.token_hash = ${tokenHash}`,
    (row) => parseJson<string[]>(row.paths),
  );

/** Condition on `s` and `g`: the session may still be used, whatever is left of the requests. */
const sessionHolds = (now: number): SQL => sql`(s.expires_at > ${now} AND ${holds(now)} AND ${mayOpen(sql`s.account_id`)})`;

/** Why a session is no more, if its row is still there. `session`: its hours are over; `access`: the member may not open it any more. */
export const ENDS = ["revoked", "expired", "moved", "access", "session"] as const;
export type End = (typeof ENDS)[number];
/** The first that holds of `s` and `g`, as an expression; null while the session may be used. */
const endOf = (now: number): SQL =>
  sql`CASE WHEN g.revoked_at IS NOT NULL THEN 'revoked' WHEN g.expires_at <= ${now} THEN 'expired' WHEN NOT ${SITE_HOLDS} THEN 'moved' WHEN NOT ${mayOpen(sql`s.account_id`)} THEN 'access' WHEN s.expires_at <= ${now} THEN 'session' END`;
const asEnd = as.of<{ ended: End | null }>("ended");

/** Counts one request, if the session and its grant hold and one is left: the one statement that decides, and the one row written. */
export const writeCounted = (tokenHash: string, now: number): SQL => sql`
  UPDATE preview_grants SET used = used + 1 WHERE used < request_limit AND (project_id, id) = (
    SELECT g.project_id, g.id FROM preview_sessions s JOIN preview_grants g ON g.project_id = s.project_id AND g.id = s.grant_id
    WHERE s.token_hash = ${tokenHash} AND ${sessionHolds(now)})`;

/** A request's session, with its grant. */
export interface Use {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  /** Whether `writeCounted` in the same batch counted this request. */
  readonly counted: boolean;
  /** Why the session is no more; undefined of one that a request was refused for want of requests alone. */
  readonly ended: End | undefined;
  readonly site: string;
  readonly fileOrigins: readonly string[];
  readonly paths: readonly string[];
  readonly scripts: boolean;
}
export const readUse = (tokenHash: string, now: number): Query<Use | undefined> =>
  queryOne(
    sql`SELECT changes() ${as.number("counted")}, ${endOf(now)} ${asEnd}, ${columns({ g: "preview_grants", s: "preview_sessions" }, "g.project_id, s.account_id, g.site, g.file_origins, g.paths, g.scripts")} FROM preview_sessions s JOIN preview_grants g ON g.project_id = s.project_id AND g.id = s.grant_id WHERE s.token_hash = ${tokenHash}`,
    (row) => ({
      ...{ projectId: row.project_id, accountId: row.account_id, site: row.site },
      counted: row.counted > 0,
      ended: row.ended ?? undefined,
      fileOrigins: parseJson<string[]>(row.file_origins),
      paths: parseJson<string[]>(row.paths),
      scripts: row.scripts === 1,
    }),
  );
/** Why a session is no more: `ended` if nothing of it is left. Undefined while it holds. */
export const readEnd = (tokenHash: string, now: number): Query<End | "ended" | undefined> =>
  query(
    sql`SELECT ${endOf(now)} ${asEnd} FROM preview_sessions s JOIN preview_grants g ON g.project_id = s.project_id AND g.id = s.grant_id WHERE s.token_hash = ${tokenHash}`,
    ([row]) => (row ? (row.ended ?? undefined) : "ended"),
  );

/** Sessions and grants that ended before these times; at most `limit` of each. */
export const writeOldGone = (sessionsBefore: number, grantsBefore: number, limit: number): SQL[] => [
  sql`DELETE FROM preview_sessions WHERE rowid IN (SELECT rowid FROM preview_sessions WHERE expires_at < ${sessionsBefore} LIMIT ${limit})`,
  sql`DELETE FROM preview_grants WHERE rowid IN (SELECT rowid FROM preview_grants WHERE expires_at < ${grantsBefore} LIMIT ${limit})`,
];
/** Takes whoever is no longer a member out of the grants that name them, and ends what they have open. */
export const writeMemberGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`UPDATE preview_grants SET members = (SELECT json_group_array(n.value) FROM json_each(preview_grants.members) n WHERE ${isMember(projectId, sql`n.value`)})
    WHERE project_id = ${projectId} AND opens = 'named' AND EXISTS (SELECT 1 FROM json_each(preview_grants.members) n WHERE NOT ${isMember(projectId, sql`n.value`)}) AND ${when}`,
  sql`DELETE FROM preview_sessions WHERE project_id = ${projectId} AND NOT ${isMember(projectId, sql`preview_sessions.account_id`)} AND ${when}`,
];
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM preview_sessions WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM preview_grants WHERE project_id = ${projectId} AND ${when}`,
];
