// Statements on API tokens.
import { emailOf, nameOf } from "#modules/accounts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, columnList, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ApiTokenId, ProjectId } from "#kernel/ids/index.ts";
import { isMember, type Membership, stillMay } from "#modules/projects";
import type { ApiToken } from "./contract.ts";

/** Tokens of a project at most. */
export const MAX_TOKENS = 50;

/** Condition: the creator of the token `t` could still create it. */
const creatorMay = stillMay(sql`t.project_id`, sql`t.created_by`, "admin");
const LISTED = columnList`${columns({ t: "api_tokens" }, "t.id, t.name, t.scopes, t.hint, t.created_at, t.expires_at, t.last_used_at")}, ${nameOf(sql`t.created_by`)} ${as.textOrNull("creator")}, ${creatorMay} ${as.number("holds")}`;
const apiToken =
  (now: number) =>
  (row: RowIn<typeof LISTED>): ApiToken => ({
    id: row.id,
    name: row.name,
    scopes: parseJson<string[]>(row.scopes),
    hint: row.hint,
    createdBy: row.creator,
    createdAt: iso(row.created_at),
    expiresAt: isoOrNull(row.expires_at),
    lastUsedAt: isoOrNull(row.last_used_at),
    state: row.expires_at !== null && row.expires_at <= now ? "expired" : row.holds === 0 ? "void" : "valid",
  });
export const readApiTokens = (projectId: ProjectId, now: number): Query<ApiToken[]> =>
  query(sql`SELECT ${LISTED} FROM api_tokens t WHERE t.project_id = ${projectId} ORDER BY t.id DESC LIMIT ${MAX_TOKENS}`, (rows) =>
    rows.map(apiToken(now)),
  );
export const readApiTokenBy = (projectId: ProjectId, clientId: string, now: number): Query<ApiToken | undefined> =>
  queryOne(sql`SELECT ${LISTED} FROM api_tokens t WHERE t.project_id = ${projectId} AND t.client_id = ${clientId}`, apiToken(now));

export const writeApiToken = (t: {
  id: ApiTokenId;
  projectId: ProjectId;
  name: string;
  tokenHash: string;
  hint: string;
  scopes: readonly string[];
  createdBy: AccountId;
  clientId: string;
  now: number;
  expiresAt: number | null;
}): SQL => sql`
  INSERT INTO api_tokens (id, project_id, name, token_hash, hint, scopes, created_by, client_id, created_at, expires_at)
  SELECT ${t.id}, ${t.projectId}, ${t.name}, ${t.tokenHash}, ${t.hint}, ${JSON.stringify(t.scopes)}, ${t.createdBy}, ${t.clientId}, ${t.now}, ${t.expiresAt}
  WHERE ${isMember(t.projectId, t.createdBy, ["owner", "admin"])} AND (SELECT count(*) FROM api_tokens WHERE project_id = ${t.projectId}) < ${MAX_TOKENS}
  ON CONFLICT (project_id, client_id) DO NOTHING`;
/** A column of a token, as an expression; null for none. */
export const tokenValue = (projectId: ProjectId, id: ApiTokenId, column: "name" | "scopes"): SQL =>
  sql`(SELECT ${sql.raw(column)} FROM api_tokens WHERE project_id = ${projectId} AND id = ${id})`;
export const writeRevokeToken = (projectId: ProjectId, id: ApiTokenId): SQL =>
  sql`DELETE FROM api_tokens WHERE project_id = ${projectId} AND id = ${id}`;
export const writeEndTokens = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM api_tokens WHERE project_id = ${projectId} AND ${when}`;

export interface ValidToken {
  readonly id: ApiTokenId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: number | null;
}
/** The token that authorises a request, as it is now. Its project comes from the row: the hash names it. */
export const readValidToken = (tokenHash: string, now: number): Query<ValidToken | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "api_tokens" }, "t.id, t.project_id, t.name, t.scopes, t.last_used_at")} FROM api_tokens t WHERE t.token_hash = ${tokenHash} AND (t.expires_at IS NULL OR t.expires_at > ${now}) AND ${creatorMay}`,
    (row) => ({
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      scopes: parseJson<string[]>(row.scopes),
      lastUsedAt: row.last_used_at,
    }),
  );
/** A token with the member for whom it acts. `membership` is undefined in another project than its own. */
export interface ActingToken extends ValidToken {
  readonly accountId: AccountId;
  readonly name: string;
  readonly email: string;
  /** The token's own name. */
  readonly program: string;
  readonly membership: Membership | undefined;
}
/** The same for a request to a project by a program that acts for the token's creator, as both are now. */
export const readActingToken = (tokenHash: string, projectId: ProjectId, now: number): Query<ActingToken | undefined> =>
  queryOne(
    sql`SELECT ${columns({ t: "api_tokens", m: "memberships", p: "projects" }, "t.id, t.project_id, t.name, t.scopes, t.last_used_at, t.created_by, m.role, p.name AS project_name")},
      ${nameOf(sql`t.created_by`)} ${as.text("creator")}, ${emailOf(sql`t.created_by`)} ${as.text("email")}
      FROM api_tokens t JOIN memberships m ON m.project_id = t.project_id AND m.account_id = t.created_by JOIN projects p ON p.id = t.project_id
      WHERE t.token_hash = ${tokenHash} AND (t.expires_at IS NULL OR t.expires_at > ${now}) AND ${creatorMay}`,
    (row) => ({
      ...{ id: row.id, projectId: row.project_id, scopes: parseJson<string[]>(row.scopes), lastUsedAt: row.last_used_at },
      ...{ accountId: row.created_by, name: row.creator, email: row.email, program: row.name },
      membership: row.project_id === projectId ? { role: row.role, projectName: row.project_name } : undefined,
    }),
  );
/** Condition: there is such a token of the project. */
export const isTokenOf = (projectId: ProjectId, tokenHash: string): SQL =>
  sql`EXISTS (SELECT 1 FROM api_tokens WHERE token_hash = ${tokenHash} AND project_id = ${projectId})`;
/** Condition: the token was not revoked, and its creator could still create it. */
export const apiTokenHolds = (projectId: ProjectId, id: ApiTokenId): SQL =>
  sql`EXISTS (SELECT 1 FROM api_tokens t WHERE t.project_id = ${projectId} AND t.id = ${id} AND ${creatorMay})`;
export const writeLastUse = (projectId: ProjectId, id: ApiTokenId, now: number): SQL =>
  sql`UPDATE api_tokens SET last_used_at = ${now} WHERE project_id = ${projectId} AND id = ${id}`;
