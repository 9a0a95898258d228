// All SQL of what GitHub tells by webhooks.
import { days, hours } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CodeIssueId, ProjectId } from "#kernel/ids/index.ts";
import { isMember } from "#modules/projects";
import { DELIVERIES_KEPT } from "./contract.ts";

// --- the secret --------------------------------------------------------------------

export interface StoredWebhook {
  readonly sealed: string;
  readonly madeAt: number;
  readonly receivedAt: number | null;
  readonly failedAt: number | null;
  readonly installation: { readonly state: "suspended" | "deleted"; readonly account: string } | null;
}
export const readStoredWebhook = (projectId: ProjectId): Query<StoredWebhook | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_hosting_webhooks", "sealed, made_at, received_at, failed_at, installation_state, installation_account")} FROM code_hosting_webhooks WHERE project_id = ${projectId}`,
    (row) => ({
      ...{ sealed: row.sealed, madeAt: row.made_at, receivedAt: row.received_at, failedAt: row.failed_at },
      installation: row.installation_state === null ? null : { state: row.installation_state, account: row.installation_account ?? "" },
    }),
  );
/** A new secret has received nothing yet. */
export const writeSecret = (projectId: ProjectId, { sealed, by, now }: { sealed: string; by: AccountId; now: number }): SQL => sql`
  INSERT INTO code_hosting_webhooks (project_id, sealed, made_by, made_at) SELECT ${projectId}, ${sealed}, ${by}, ${now} WHERE ${isMember(projectId, by, ["owner", "admin"])}
  ON CONFLICT (project_id) DO UPDATE SET sealed = excluded.sealed, made_by = excluded.made_by, made_at = excluded.made_at, received_at = NULL, failed_at = NULL`;
export const writeNoWebhook = (projectId: ProjectId): SQL => sql`DELETE FROM code_hosting_webhooks WHERE project_id = ${projectId}`;
/** At most once a minute: whoever sends wrong signatures causes no more writes than that. */
export const writeFailed = (projectId: ProjectId, now: number, between: number): SQL =>
  sql`UPDATE code_hosting_webhooks SET failed_at = ${now} WHERE project_id = ${projectId} AND coalesce(failed_at, 0) <= ${now - between}`;

// --- deliveries --------------------------------------------------------------------

export interface Delivery {
  readonly projectId: ProjectId;
  readonly guid: string;
  readonly digest: string;
}
/** By its id, and by what it says: the id is not signed. */
export const readTaken = ({ projectId, guid, digest }: Delivery): Query<boolean> =>
  query(
    sql`SELECT EXISTS (SELECT 1 FROM code_hosting_deliveries WHERE project_id = ${projectId} AND guid = ${guid})
      OR EXISTS (SELECT 1 FROM code_hosting_deliveries WHERE project_id = ${projectId} AND digest = ${digest}) ${as.number("taken")}`,
    ([row]) => row?.taken === 1,
  );
export const writeTaken = ({ projectId, guid, digest }: Delivery, now: number): SQL[] => [
  sql`INSERT INTO code_hosting_deliveries (project_id, guid, digest, received_at) SELECT ${projectId}, ${guid}, ${digest}, ${now}
    WHERE EXISTS (SELECT 1 FROM code_hosting_webhooks WHERE project_id = ${projectId}) ON CONFLICT DO NOTHING`,
  sql`UPDATE code_hosting_webhooks SET received_at = ${now} WHERE project_id = ${projectId}`,
];
export const writeOldDeliveriesGone = (now: number, limit: number): SQL => sql`
  DELETE FROM code_hosting_deliveries WHERE (project_id, guid) IN
    (SELECT project_id, guid FROM code_hosting_deliveries INDEXED BY code_hosting_deliveries_age WHERE received_at < ${now - days(DELIVERIES_KEPT)} ORDER BY received_at LIMIT ${limit})`;

// --- what they change ----------------------------------------------------------------

/** The next look asks GitHub, whatever was seen before. */
export const writeAskAgain = (projectId: ProjectId, id: CodeIssueId, now: number): SQL =>
  sql`UPDATE code_issues SET due_at = ${now}, etag = NULL WHERE project_id = ${projectId} AND id = ${id}`;
/** The same, unless it is stored as it was told, or newer: it was changed here in between, and what was told could not be stored. */
export const writeAskIfOlder = (
  projectId: ProjectId,
  id: CodeIssueId,
  { changedAt, state }: { readonly changedAt: number; readonly state: "open" | "closed" },
  now: number,
): SQL => sql`
  UPDATE code_issues SET due_at = ${now}, etag = NULL
  WHERE project_id = ${projectId} AND id = ${id} AND (changed_at < ${changedAt} OR (changed_at = ${changedAt} AND state <> ${state}))`;
/** The same, if it still has the id that it had: somebody made its new one known in between. */
export const writeAskIfStill = (
  projectId: ProjectId,
  { id, remoteId }: { readonly id: CodeIssueId; readonly remoteId: string },
  now: number,
): SQL =>
  sql`UPDATE code_issues SET due_at = ${now}, etag = NULL WHERE project_id = ${projectId} AND id = ${id} AND remote_id = ${remoteId}`;
/** GitHub said that it was deleted. It is looked at again later, in case that is not the last word. */
export const writeIssueGone = (projectId: ProjectId, id: CodeIssueId, now: number): SQL =>
  sql`UPDATE code_issues SET fault = 'gone', etag = NULL, due_at = ${now + hours(6)} WHERE project_id = ${projectId} AND id = ${id}`;

/** Unless something newer is known of the repository. */
export const writeRenamed = (
  projectId: ProjectId,
  { from, to, changedAt }: { readonly from: string; readonly to: string; readonly changedAt: number },
): SQL => sql`
  UPDATE code_hosting_repositories SET name = ${to}, changed_at = ${changedAt}, releases_etag = NULL
  WHERE project_id = ${projectId} AND lower(name) = lower(${from}) AND changed_at < ${changedAt}
    AND NOT EXISTS (SELECT 1 FROM code_hosting_repositories o WHERE o.project_id = ${projectId} AND o.name = ${to})`;
export const writeRepositoryDeleted = (
  projectId: ProjectId,
  { name, changedAt, now }: { readonly name: string; readonly changedAt: number; readonly now: number },
): SQL => sql`
  UPDATE code_hosting_repositories SET deleted_at = ${now}, changed_at = ${changedAt}
  WHERE project_id = ${projectId} AND lower(name) = lower(${name}) AND changed_at < ${changedAt}`;
/** When GitHub said something last of a chosen repository; undefined if it is not chosen. */
export const readChangedAt = (projectId: ProjectId, name: string): Query<number | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_hosting_repositories", "changed_at")} FROM code_hosting_repositories WHERE project_id = ${projectId} AND lower(name) = lower(${name})`,
    (row) => row.changed_at,
  );
const some = (projectId: ProjectId, repository: string, limit: number): SQL =>
  sql`id IN (SELECT i.id FROM code_issues i INDEXED BY code_issues_place WHERE i.project_id = ${projectId} AND i.repository = ${repository} LIMIT ${limit})`;
/** Some of the issues of a repository stand in it under its new name. Their addresses follow with the next look. */
export const writeSomeMoved = (projectId: ProjectId, { from, to }: { readonly from: string; readonly to: string }, limit: number): SQL =>
  sql`UPDATE code_issues SET repository = ${to}, etag = NULL WHERE project_id = ${projectId} AND ${some(projectId, from, limit)}`;
/** Issues of a repository that was deleted: the next look says whether they are gone. */
export const writeSomeDue = (projectId: ProjectId, repository: string, now: number, limit: number): SQL =>
  sql`UPDATE code_issues SET fault = 'gone', etag = NULL, due_at = ${now + hours(6)} WHERE project_id = ${projectId} AND fault IS NOT 'gone' AND id IN (SELECT i.id FROM code_issues i INDEXED BY code_issues_place WHERE i.project_id = ${projectId} AND i.repository = ${repository} AND i.fault IS NOT 'gone' LIMIT ${limit})`;

/** Only of an account that one of the project's repositories belongs to: a GitHub App tells of all accounts that have it. */
export const writeInstallation = (
  projectId: ProjectId,
  { account, state, changedAt }: { readonly account: string; readonly state: "suspended" | "deleted" | null; readonly changedAt: number },
): SQL => sql`
  UPDATE code_hosting_webhooks SET installation_state = ${state}, installation_account = ${state === null ? null : account}, installation_at = ${changedAt}
  WHERE project_id = ${projectId} AND installation_at <= ${changedAt} AND (${state} IS NOT NULL OR lower(installation_account) = lower(${account}))
    AND EXISTS (SELECT 1 FROM code_hosting_repositories WHERE project_id = ${projectId} AND lower(substr(name, 1, instr(name, '/') - 1)) = lower(${account}))`;
