// All SQL of code hosting.
import { iso, minutes } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CodeIssueId, ConversationId, ProjectId, SessionId } from "#kernel/ids/index.ts";
import { defaultLocale } from "#modules/articles";
import { isMember, stillMay } from "#modules/projects";
import { type LinkedIssue, MAX_LINKS, MAX_REPOSITORIES } from "./contract.ts";
import type { FoundIssue } from "./issue.ts";

// --- the connection --------------------------------------------------------------

const CONNECTION = columnList`${columns({ c: "code_hosting_connections" }, "c.sealed, c.login, c.expires_at, c.connected_at")}, ${stillMay(sql`c.project_id`, sql`c.connected_by`, "admin")} ${as.number("holds")}`;
export interface StoredConnection {
  readonly sealed: string;
  readonly login: string;
  readonly expiresAt: number | null;
  readonly connectedAt: number;
  /** Whoever connected the project may still do that. */
  readonly holds: boolean;
}
export const readConnection = (projectId: ProjectId): Query<StoredConnection | undefined> =>
  queryOne(sql`SELECT ${CONNECTION} FROM code_hosting_connections c WHERE c.project_id = ${projectId}`, (row) => ({
    ...{ sealed: row.sealed, login: row.login, expiresAt: row.expires_at, connectedAt: row.connected_at, holds: row.holds === 1 },
  }));
/** Condition: the project is connected by a member. */
export const hasConnection = (projectId: ProjectId): SQL =>
  sql`EXISTS (SELECT 1 FROM code_hosting_connections WHERE project_id = ${projectId})`;
export const writeConnection = (
  projectId: ProjectId,
  c: { sealed: string; login: string; expiresAt: number | null; by: AccountId; now: number },
): SQL => sql`
  INSERT INTO code_hosting_connections (project_id, sealed, login, expires_at, connected_by, connected_at)
  SELECT ${projectId}, ${c.sealed}, ${c.login}, ${c.expiresAt}, ${c.by}, ${c.now} WHERE ${isMember(projectId, c.by, ["owner", "admin"])}
  ON CONFLICT (project_id) DO UPDATE SET sealed = excluded.sealed, login = excluded.login, expires_at = excluded.expires_at,
    refreshing_until = NULL, connected_by = excluded.connected_by, connected_at = excluded.connected_at`;
/** Condition: whoever it is connected the project at this time. */
export const isConnectedBy = (projectId: ProjectId, by: AccountId, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM code_hosting_connections WHERE project_id = ${projectId} AND connected_by = ${by} AND connected_at = ${now})`;
export const writeDisconnected = (projectId: ProjectId): SQL => sql`DELETE FROM code_hosting_connections WHERE project_id = ${projectId}`;
/** Claims the refreshing of a token, which may happen once only: the old refresh token is void afterwards. */
export const writeRefreshing = (projectId: ProjectId, sealed: string, now: number, until: number): SQL => sql`
  UPDATE code_hosting_connections SET refreshing_until = ${until}
  WHERE project_id = ${projectId} AND sealed = ${sealed} AND coalesce(refreshing_until, 0) < ${now}`;
export const writeRefreshed = (projectId: ProjectId, before: string, sealed: string, expiresAt: number | null): SQL => sql`
  UPDATE code_hosting_connections SET sealed = ${sealed}, expires_at = ${expiresAt}, refreshing_until = NULL
  WHERE project_id = ${projectId} AND sealed = ${before}`;

export interface Attempt {
  readonly projectId: ProjectId;
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
  readonly sealedVerifier: string;
  readonly expiresAt: number;
}
export const writeAttempt = (stateHash: string, a: Attempt): SQL => sql`
  INSERT INTO code_hosting_attempts (state_hash, project_id, account_id, session_id, sealed_verifier, expires_at)
  VALUES (${stateHash}, ${a.projectId}, ${a.accountId}, ${a.sessionId}, ${a.sealedVerifier}, ${a.expiresAt})`;
/** Project of the row is the check: the state, of which only GitHub and this browser know, names it. */
export const readAttempt = (stateHash: string, accountId: AccountId, sessionId: SessionId, now: number): Query<Attempt | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_hosting_attempts", "project_id, account_id, session_id, sealed_verifier, expires_at")} FROM code_hosting_attempts
      WHERE state_hash = ${stateHash} AND account_id = ${accountId} AND session_id = ${sessionId} AND expires_at > ${now}`,
    (row) => ({
      ...{ projectId: row.project_id, accountId: row.account_id, sessionId: row.session_id },
      ...{ sealedVerifier: row.sealed_verifier, expiresAt: row.expires_at },
    }),
  );
export const writeAttemptUsed = (stateHash: string): SQL => sql`DELETE FROM code_hosting_attempts WHERE state_hash = ${stateHash}`;
export const writeOldAttemptsGone = (now: number, limit: number): SQL =>
  sql`DELETE FROM code_hosting_attempts WHERE state_hash IN (SELECT state_hash FROM code_hosting_attempts WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit})`;

// --- repositories ----------------------------------------------------------------

export const readRepositories = (projectId: ProjectId): Query<string[]> =>
  query(
    sql`SELECT ${columns("code_hosting_repositories", "name")} FROM code_hosting_repositories WHERE project_id = ${projectId} ORDER BY name`,
    (rows) => rows.map((row) => row.name),
  );
export const readChosen = (projectId: ProjectId): Query<{ name: string; isDeleted: boolean }[]> =>
  query(
    sql`SELECT ${columns("code_hosting_repositories", "name, deleted_at")} FROM code_hosting_repositories WHERE project_id = ${projectId} ORDER BY name`,
    (rows) => rows.map((row) => ({ name: row.name, isDeleted: row.deleted_at !== null })),
  );
/** One that is chosen anew is there: GitHub was asked. */
export const writeRepositoryThere = (projectId: ProjectId, name: string): SQL =>
  sql`UPDATE code_hosting_repositories SET deleted_at = NULL WHERE project_id = ${projectId} AND lower(name) = lower(${name}) AND deleted_at IS NOT NULL`;
/** GitHub's names differ in more than their case. */
export const writeRepository = (projectId: ProjectId, name: string, now: number): SQL => sql`
  INSERT INTO code_hosting_repositories (project_id, name, added_at) SELECT ${projectId}, ${name}, ${now}
  WHERE NOT EXISTS (SELECT 1 FROM code_hosting_repositories WHERE project_id = ${projectId} AND lower(name) = lower(${name}))
    AND (SELECT count(*) FROM code_hosting_repositories WHERE project_id = ${projectId}) < ${MAX_REPOSITORIES}`;
export const writeNoRepository = (projectId: ProjectId, name: string): SQL =>
  sql`DELETE FROM code_hosting_repositories WHERE project_id = ${projectId} AND lower(name) = lower(${name})`;
/** Condition: the project has chosen the repository of this name. */
export const isChosen = (projectId: ProjectId, repository: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM code_hosting_repositories r WHERE r.project_id = ${projectId} AND lower(r.name) = lower(${repository}))`;

// --- issues ----------------------------------------------------------------------

const ISSUE = columnList`${columns({ i: "code_issues", l: "code_issue_links" }, "i.id, i.repository, i.number, i.kind, i.title, i.state, i.reason, i.url, i.fault, i.release_tag, i.release_url, i.checked_at, l.linked_at, l.linked_by")},
  EXISTS (SELECT 1 FROM code_issue_links o WHERE o.project_id = i.project_id AND o.issue_id = i.id AND o.conversation_id <> l.conversation_id) ${as.number("shared")}`;
const issueOf = (row: RowIn<typeof ISSUE>): LinkedIssue => ({
  ...{ id: row.id, repository: row.repository, number: row.number, kind: row.kind, title: row.title, state: row.state, reason: row.reason },
  ...{ url: row.url, fault: row.fault as LinkedIssue["fault"], checkedAt: iso(row.checked_at) },
  release: !row.release_tag ? null : { tag: row.release_tag, url: row.release_url ?? row.url },
  isShared: row.shared === 1,
  ...{ linkedAt: iso(row.linked_at), linkedBy: row.linked_by },
});
/** The language in which the project's customers are written to. */
export const readLocale = (projectId: ProjectId): Query<string> =>
  query(sql`SELECT ${defaultLocale(projectId)} ${as.text("locale")}`, ([row]) => row?.locale ?? "en");
/** In the order in which they were linked. */
export const readLinked = (projectId: ProjectId, conversationId: ConversationId): Query<LinkedIssue[]> =>
  query(
    sql`SELECT ${ISSUE} FROM code_issue_links l JOIN code_issues i ON i.project_id = l.project_id AND i.id = l.issue_id
      WHERE l.project_id = ${projectId} AND l.conversation_id = ${conversationId} ORDER BY l.issue_id LIMIT ${MAX_LINKS}`,
    (rows) => rows.map(issueOf),
  );
/** The id under which an issue of GitHub's is known already. */
export const readKnownId = (projectId: ProjectId, remoteId: string): Query<CodeIssueId | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_issues", "id")} FROM code_issues WHERE project_id = ${projectId} AND remote_id = ${remoteId}`,
    (row) => row.id,
  );
/** Condition: the issue is still known under this id, or still unknown. */
export const isStill = (projectId: ProjectId, remoteId: string, id: CodeIssueId | undefined): SQL =>
  sql`(SELECT id FROM code_issues WHERE project_id = ${projectId} AND remote_id = ${remoteId}) IS ${id ?? null}`;
export const isLinked = (projectId: ProjectId, conversationId: ConversationId, issueId: CodeIssueId): SQL =>
  sql`EXISTS (SELECT 1 FROM code_issue_links WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${issueId})`;
export const hasRoom = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`(SELECT count(*) FROM code_issue_links WHERE project_id = ${projectId} AND conversation_id = ${conversationId}) < ${MAX_LINKS}`;
/** For the error after the condition did not hold. */
export const readRoom = (projectId: ProjectId, conversationId: ConversationId): Query<boolean> =>
  query(sql`SELECT ${hasRoom(projectId, conversationId)} ${as.number("room")}`, ([row]) => row?.room === 1);

interface Seen {
  readonly etag: string | null;
  readonly now: number;
  readonly dueAt: number;
}
/** Longer than GitHub takes to tell of a closing; whatever was published in between may have been missed. */
const CLOSING_TOLD = minutes(5);
const releasesKnown = ({ closedAt }: FoundIssue, now: number): number => (closedAt === null || closedAt >= now - CLOSING_TOLD ? 1 : 0);
/** One that is known already is read again at once: the conversations that are linked with it learn of a change by that. */
export const writeIssue = (projectId: ProjectId, id: CodeIssueId, found: FoundIssue, seen: Seen, done: SQL): SQL => sql`
  INSERT INTO code_issues (project_id, id, remote_id, repository, number, kind, title, state, reason, url, etag, changed_at, closed_at, releases_known, checked_at, due_at)
  SELECT ${projectId}, ${id}, ${found.remoteId}, ${found.repository}, ${found.number}, ${found.kind}, ${found.title}, ${found.state}, ${found.reason}, ${found.url}, ${seen.etag}, ${found.changedAt}, ${found.closedAt}, ${releasesKnown(found, seen.now)}, ${seen.now}, ${seen.dueAt}
  WHERE ${done} ON CONFLICT (project_id, remote_id) DO UPDATE SET due_at = excluded.checked_at`;
interface NewLink {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly by: AccountId;
  readonly now: number;
  /** `nothing`: not even that it was closed, which a job then tells. */
  readonly knows?: "nothing";
}
/** Nothing of before is told: the person who links an issue sees what has become of it. */
export const writeLink = (
  { projectId, conversationId, by, now, knows }: NewLink,
  { remoteId, state: found }: Pick<FoundIssue, "remoteId" | "state">,
  done: SQL,
  state: FoundIssue["state"] = knows === "nothing" ? "open" : found,
): SQL => sql`
  INSERT INTO code_issue_links (project_id, conversation_id, issue_id, linked_by, linked_at, told_version, told_state, told_release, told_messages, told_revision)
  SELECT ${projectId}, ${conversationId}, i.id, ${by}, ${now}, ${state === found ? sql`i.version` : 0}, ${state}, ${state === found ? sql`i.release_tag` : null},
    CASE ${state} WHEN 'closed' THEN (SELECT c.team_messages FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}) END,
    CASE ${state} WHEN 'closed' THEN (SELECT c.revision FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}) END FROM code_issues i WHERE i.project_id = ${projectId} AND i.remote_id = ${remoteId} AND ${done}
  ON CONFLICT DO NOTHING`;
export const writeNoLink = (projectId: ProjectId, conversationId: ConversationId, id: CodeIssueId, done: SQL): SQL =>
  sql`DELETE FROM code_issue_links WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${id} AND ${done}`;
/** An issue that no conversation is linked with any more is forgotten. */
export const writeForgotten = (projectId: ProjectId, ids: readonly CodeIssueId[]): SQL => sql`
  DELETE FROM code_issues WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND NOT EXISTS (SELECT 1 FROM code_issue_links l WHERE l.project_id = code_issues.project_id AND l.issue_id = code_issues.id)`;

// --- following what happens there --------------------------------------------------

const DUE = columns(
  { i: "code_issues" },
  "i.project_id, i.id, i.remote_id, i.repository, i.number, i.kind, i.state, i.version, i.changed_at, i.etag, i.fault",
);
/** An issue as it is stored, with its version, on which every change of it depends. */
export interface StoredIssue {
  readonly projectId: ProjectId;
  readonly id: CodeIssueId;
  readonly remoteId: string;
  readonly repository: string;
  readonly number: number;
  readonly kind: "issue" | "pull";
  readonly state: "open" | "closed";
  readonly version: number;
  readonly changedAt: number;
  readonly etag: string | null;
  readonly fault: string | null;
}
const storedOf = (row: RowIn<typeof DUE>): StoredIssue => ({
  ...{ projectId: row.project_id, id: row.id, remoteId: row.remote_id, repository: row.repository, number: row.number },
  ...{ kind: row.kind, state: row.state, version: row.version, changedAt: row.changed_at, etag: row.etag, fault: row.fault },
});
/** By GitHub's own id. */
export const readStored = (projectId: ProjectId, remoteId: string): Query<StoredIssue | undefined> =>
  queryOne(sql`SELECT ${DUE} FROM code_issues i WHERE i.project_id = ${projectId} AND i.remote_id = ${remoteId}`, storedOf);
/** A pull request by its place, the newest one there: what GitHub tells of it has another id than the issue that it is too. */
export const readPullAt = (projectId: ProjectId, repository: string, number: number): Query<StoredIssue | undefined> =>
  queryOne(
    sql`SELECT ${DUE} FROM code_issues i WHERE i.project_id = ${projectId} AND i.repository = ${repository} AND i.number = ${number} AND i.kind = 'pull' ORDER BY i.id DESC LIMIT 1`,
    storedOf,
  );
export const readDue = (now: number, limit: number): Query<StoredIssue[]> =>
  query(sql`SELECT ${DUE} FROM code_issues i WHERE i.due_at <= ${now} ORDER BY i.due_at LIMIT ${limit}`, (rows) => rows.map(storedOf));
/** After the project was connected again, what could not be read is read at once. */
export const writeDueAgain = (projectId: ProjectId, now: number, when: SQL): SQL =>
  sql`UPDATE code_issues SET due_at = ${now} WHERE project_id = ${projectId} AND fault IS NOT NULL AND ${when}`;
/** Nothing has changed, or it could not be read. */
export const writeChecked = (issue: StoredIssue, fault: string | null, now: number, dueAt: number): SQL => sql`
  UPDATE code_issues SET fault = ${fault}, checked_at = CASE WHEN ${fault} IS NULL THEN ${now} ELSE checked_at END, due_at = ${dueAt}
  WHERE project_id = ${issue.projectId} AND id = ${issue.id} AND version = ${issue.version}`;
/** Unless something newer is known by now, or its new id is that of another issue. One that is open again waits for no release. */
export const writeSeen = (issue: StoredIssue, found: FoundIssue, { etag, now, dueAt }: Seen): SQL => sql`
  UPDATE code_issues SET remote_id = ${found.remoteId}, repository = ${found.repository}, number = ${found.number}, title = ${found.title}, url = ${found.url}, state = ${found.state},
    reason = ${found.reason}, closed_at = ${found.closedAt}, changed_at = ${found.changedAt}, release_tag = CASE ${found.state} WHEN 'open' THEN NULL ELSE release_tag END,
    releases_known = ${found.state === issue.state ? sql`releases_known` : releasesKnown(found, now)},
    version = version + ${found.state === issue.state ? 0 : 1}, etag = ${etag}, fault = NULL, checked_at = ${now}, due_at = ${dueAt}
  WHERE project_id = ${issue.projectId} AND id = ${issue.id} AND version = ${issue.version} AND changed_at <= ${found.changedAt}
    AND NOT EXISTS (SELECT 1 FROM code_issues o WHERE o.project_id = ${issue.projectId} AND o.remote_id = ${found.remoteId} AND o.id <> ${issue.id})`;

// --- transferred to another repository ------------------------------------------------

/** It went to a repository that the project has not chosen: nothing is known of it any more but where it is. */
export const writeMovedAway = (issue: StoredIssue, found: FoundIssue, dueAt: number): SQL => sql`
  UPDATE code_issues SET remote_id = ${found.remoteId}, repository = ${found.repository}, number = ${found.number}, url = ${found.url}, etag = NULL, fault = 'moved', due_at = ${dueAt}
  WHERE project_id = ${issue.projectId} AND id = ${issue.id} AND remote_id = ${issue.remoteId}`;
/** A repository was chosen: its issues that could not be read are read at once. */
export const writeDueIn = (projectId: ProjectId, repository: string, now: number): SQL =>
  sql`UPDATE code_issues SET due_at = ${now} WHERE project_id = ${projectId} AND repository = ${repository} AND fault IS NOT NULL`;
const linksPage = (projectId: ProjectId, from: CodeIssueId, limit: number): SQL =>
  sql`project_id = ${projectId} AND issue_id = ${from} AND conversation_id IN (SELECT l.conversation_id FROM code_issue_links l INDEXED BY code_issue_links_issue WHERE l.project_id = ${projectId} AND l.issue_id = ${from} ORDER BY l.conversation_id LIMIT ${limit})`;
/** Links of one issue become links of another one, a page at a time; conversations that are linked with both keep the latter. */
export const writeSomeLinksMoved = (projectId: ProjectId, from: CodeIssueId, to: CodeIssueId, limit: number): SQL[] => {
  const isDouble = sql`EXISTS (SELECT 1 FROM code_issue_links o WHERE o.project_id = ${projectId} AND o.conversation_id = code_issue_links.conversation_id AND o.issue_id = ${to})`;
  return [
    sql`DELETE FROM code_issue_links WHERE ${linksPage(projectId, from, limit)} AND ${isDouble}`,
    // Never told of the other one's version: the job compares what they were told with what it is. The page goes further than the one of
    // which doubles were deleted; those that it adds are deleted with the next one.
    sql`UPDATE code_issue_links SET issue_id = ${to}, told_version = 0 WHERE ${linksPage(projectId, from, limit)} AND NOT ${isDouble}
      AND EXISTS (SELECT 1 FROM code_issues i WHERE i.project_id = ${projectId} AND i.id = ${to})`,
  ];
};
export const readLinkCount = (projectId: ProjectId, id: CodeIssueId, limit: number): Query<number> =>
  query(
    sql`SELECT count(*) ${as.number("links")} FROM (SELECT 1 FROM code_issue_links INDEXED BY code_issue_links_issue WHERE project_id = ${projectId} AND issue_id = ${id} LIMIT ${limit})`,
    ([row]) => row?.links ?? 0,
  );
/** A new version, so that everybody who was not told of it is. */
export const writeVersion = ({ projectId, id, version }: StoredIssue): SQL =>
  sql`UPDATE code_issues SET version = version + 1 WHERE project_id = ${projectId} AND id = ${id} AND version = ${version}`;

// --- erasure and the end of a project ------------------------------------------------

export interface LinkKey {
  readonly client: string;
  readonly conversationId: ConversationId;
}
/** The contact's conversations that are linked with issues. */
export const readLinkedOf = (
  { projectId, contactId }: { readonly projectId: ProjectId; readonly contactId: string },
  after: string,
  limit: number,
): Query<LinkKey[]> =>
  query(
    sql`SELECT ${columns({ c: "conversations" }, "c.client_id, c.id")} FROM conversations c WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND c.client_id > ${after}
      AND EXISTS (SELECT 1 FROM code_issue_links l WHERE l.project_id = c.project_id AND l.conversation_id = c.id) ORDER BY c.client_id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ client: row.client_id, conversationId: row.id })),
  );
const among = (ids: readonly ConversationId[]): SQL => sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/** Issues that only these conversations are linked with: their titles may name the person. Before their links go. */
export const writeIssuesErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL => sql`
  DELETE FROM code_issues WHERE project_id = ${projectId}
    AND id IN (SELECT l.issue_id FROM code_issue_links l WHERE l.project_id = ${projectId} AND l.conversation_id ${among(ids)})
    AND NOT EXISTS (SELECT 1 FROM code_issue_links l WHERE l.project_id = code_issues.project_id AND l.issue_id = code_issues.id AND l.conversation_id NOT ${among(ids)})`;
export const writeLinksErased = (projectId: ProjectId, ids: readonly ConversationId[]): SQL =>
  sql`DELETE FROM code_issue_links WHERE project_id = ${projectId} AND conversation_id ${among(ids)}`;
/** All but the connection, whose token is revoked first. */
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM code_hosting_attempts WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_hosting_webhooks WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_hosting_deliveries WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_hosting_repositories WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_issues WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM code_issue_links WHERE project_id = ${projectId} AND ${when}`,
];
