// All SQL of telling conversations what has happened to the issues that they are linked with.
import { iso } from "#kernel/clock/index.ts";
import { as, columnList, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CodeIssueId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { BRIEF_COLUMNS, joinContact } from "#modules/contacts";
import { quotedWriters } from "#modules/conversations";
import type { RemoteIssue, Untold } from "./contract.ts";

/** What there is to tell of an issue. */
export interface News {
  readonly projectId: ProjectId;
  readonly issueId: CodeIssueId;
  readonly repository: string;
  readonly number: number;
  readonly kind: "issue" | "pull";
  readonly state: "open" | "closed";
  readonly reason: string | null;
  readonly version: number;
  readonly release: string | null;
  readonly releasedAt: number | null;
}
export const readNews = (projectId: ProjectId, issueId: CodeIssueId): Query<News | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_issues", "repository, number, kind, state, reason, version, release_tag, released_at")} FROM code_issues WHERE project_id = ${projectId} AND id = ${issueId}`,
    ({ release_tag: release, released_at: releasedAt, ...row }) => ({ projectId, issueId, ...row, release: release || null, releasedAt }),
  );

export interface UntoldLink {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly assigneeId: AccountId | null;
  readonly toldState: string | null;
  readonly toldRelease: string | null;
  readonly linkedAt: number;
}
/** Some of the conversations that have not been told of the issue's newest version. */
export const readUntold = (projectId: ProjectId, issueId: CodeIssueId, limit: number): Query<UntoldLink[]> =>
  query(
    sql`SELECT ${columns({ l: "code_issue_links", c: "conversations" }, "l.conversation_id, l.told_state, l.told_release, l.linked_at, c.contact_id, c.assignee_id")}
      FROM code_issue_links l INDEXED BY code_issue_links_told JOIN conversations c ON c.project_id = l.project_id AND c.id = l.conversation_id
      WHERE l.project_id = ${projectId} AND l.issue_id = ${issueId}
        AND l.told_version < (SELECT i.version FROM code_issues i WHERE i.project_id = ${projectId} AND i.id = ${issueId}) ORDER BY l.told_version LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id, contactId: row.contact_id, assigneeId: row.assignee_id },
        ...{ toldState: row.told_state, toldRelease: row.told_release, linkedAt: row.linked_at },
      })),
  );
const isNewest = ({ projectId, issueId, version }: News): SQL =>
  sql`EXISTS (SELECT 1 FROM code_issues WHERE project_id = ${projectId} AND id = ${issueId} AND version = ${version})`;
/** Condition: this is the newest version, and the conversation has not been told of it. */
export const isUntold = (news: News, conversationId: ConversationId, what: "state" | "release"): SQL =>
  sql`${isNewest(news)} AND EXISTS (SELECT 1 FROM code_issue_links WHERE project_id = ${news.projectId} AND conversation_id = ${conversationId} AND issue_id = ${news.issueId}
    AND told_version < ${news.version} AND ${what === "state" ? sql`told_state IS NOT ${news.state}` : sql`told_release IS NOT ${news.release}`})`;
/** A column of the conversation: how many messages of the team the customer has, and where it is. */
const valueOf = (projectId: ProjectId, id: ConversationId, column: "team_messages" | "revision"): SQL =>
  sql`(SELECT ${sql.raw(`c.${column}`)} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${id})`;
export const writeToldState = ({ projectId, issueId, state }: News, conversationId: ConversationId, done: SQL): SQL =>
  sql`UPDATE code_issue_links SET told_state = ${state}, told_messages = CASE ${state} WHEN 'closed' THEN ${valueOf(projectId, conversationId, "team_messages")} END, told_revision = CASE ${state} WHEN 'closed' THEN ${valueOf(projectId, conversationId, "revision")} END WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${issueId} AND ${done}`;
export const writeToldRelease = ({ projectId, issueId, release }: News, conversationId: ConversationId, done: SQL): SQL =>
  sql`UPDATE code_issue_links SET told_release = ${release}, told_messages = ${valueOf(projectId, conversationId, "team_messages")}, told_revision = ${valueOf(projectId, conversationId, "revision")} WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${issueId} AND ${done}`;
/** These conversations know everything of this version, unless there is a newer one. */
export const writeTold = (news: News, ids: readonly ConversationId[]): SQL => sql`
  UPDATE code_issue_links SET told_version = ${news.version}, told_state = ${news.state}, told_release = ${news.release}
  WHERE project_id = ${news.projectId} AND issue_id = ${news.issueId} AND told_version < ${news.version} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isNewest(news)}`;

// --- customers who are to be told -------------------------------------------------------

/** Links that are looked at, those made first. */
const LOOKED = 500;
const UNTOLD = columnList`${columns({ l: "code_issue_links", c: "conversations" }, "l.conversation_id, c.last_activity_at")}, ${BRIEF_COLUMNS}`;
/** Condition on a link `l` and its conversation `c`: since its issue was closed or released, no person has written to the customer. */
const KNOWS_NOTHING = sql`(c.team_messages <= l.told_messages OR (l.told_messages IS NOT NULL AND l.told_revision IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM messages m WHERE m.project_id = l.project_id AND m.conversation_id = l.conversation_id AND m.revision > l.told_revision AND m.kind = 'message' AND m.author_role = 'operator')))`;
/** Conversations whose customers have had no message of a person since their issue was closed or released. */
export const readCustomersUntold = (projectId: ProjectId, issueId: CodeIssueId, limit: number): Query<Untold[]> =>
  query(
    sql`SELECT ${UNTOLD} FROM (SELECT * FROM code_issue_links INDEXED BY code_issue_links_issue WHERE project_id = ${projectId} AND issue_id = ${issueId} LIMIT ${LOOKED}) l
      JOIN conversations c ON c.project_id = l.project_id AND c.id = l.conversation_id AND c.silenced = 0 ${joinContact(sql`c.project_id`, sql`c.contact_id`)}
      WHERE ct.state = 'active' AND ${KNOWS_NOTHING} ORDER BY l.linked_at, l.conversation_id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id, lastActivityAt: iso(row.last_activity_at) },
        contact: { id: row.ct_id, name: row.ct_name, email: row.ct_email },
      })),
  );
export const readRemote = (projectId: ProjectId, issueId: CodeIssueId): Query<(RemoteIssue & { release: string | null }) | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_issues", "repository, number, kind, title, state, reason, url, release_tag")} FROM code_issues WHERE project_id = ${projectId} AND id = ${issueId}`,
    ({ release_tag: release, ...row }) => ({ ...row, release: release || null }),
  );

export interface Customer {
  readonly names: readonly string[];
  readonly isActive: boolean;
}
/** Whose conversation it is; undefined if there is none. */
export const readCustomer = (projectId: ProjectId, conversationId: ConversationId): Query<Customer | undefined> =>
  queryOne(
    sql`SELECT ${columns({ k: "contacts" }, "k.name, k.identifier, k.state")}, (SELECT json_group_array(coalesce(w.name, '')) FROM contacts w WHERE w.project_id = c.project_id AND w.id IN ${quotedWriters(sql`c.project_id`, sql`c.id`)}) ${as.text("writers")} FROM conversations c JOIN contacts k ON k.project_id = c.project_id AND k.id = c.contact_id
      WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    ({ name, identifier, state, writers }) => ({
      names: [...new Set([name, identifier, ...(JSON.parse(writers) as string[])])].filter(
        (one): one is string => one !== null && one !== "",
      ),
      isActive: state === "active",
    }),
  );
