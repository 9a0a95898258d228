// All SQL of telling conversations what has happened to the issues that they are linked with.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, CodeIssueId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";

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
}
export const readNews = (projectId: ProjectId, issueId: CodeIssueId): Query<News | undefined> =>
  queryOne(
    sql`SELECT ${columns("code_issues", "repository, number, kind, state, reason, version, release_tag AS release")} FROM code_issues WHERE project_id = ${projectId} AND id = ${issueId}`,
    (row) => ({ projectId, issueId, ...row }),
  );

export interface UntoldLink {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly assigneeId: AccountId | null;
  readonly toldState: string | null;
  readonly toldRelease: string | null;
}
/** Some of the conversations that have not been told of the issue's newest version. */
export const readUntold = (projectId: ProjectId, issueId: CodeIssueId, limit: number): Query<UntoldLink[]> =>
  query(
    sql`SELECT ${columns({ l: "code_issue_links", c: "conversations" }, "l.conversation_id, l.told_state, l.told_release, c.contact_id, c.assignee_id")}
      FROM code_issue_links l INDEXED BY code_issue_links_told JOIN conversations c ON c.project_id = l.project_id AND c.id = l.conversation_id
      WHERE l.project_id = ${projectId} AND l.issue_id = ${issueId}
        AND l.told_version < (SELECT i.version FROM code_issues i WHERE i.project_id = ${projectId} AND i.id = ${issueId}) ORDER BY l.told_version LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => ({
        ...{ conversationId: row.conversation_id, contactId: row.contact_id, assigneeId: row.assignee_id },
        ...{ toldState: row.told_state, toldRelease: row.told_release },
      })),
  );
const isNewest = ({ projectId, issueId, version }: News): SQL =>
  sql`EXISTS (SELECT 1 FROM code_issues WHERE project_id = ${projectId} AND id = ${issueId} AND version = ${version})`;
/** Condition: this is the newest version, and the conversation has not been told of it. */
export const isUntold = (news: News, conversationId: ConversationId, what: "state" | "release"): SQL =>
  sql`${isNewest(news)} AND EXISTS (SELECT 1 FROM code_issue_links WHERE project_id = ${news.projectId} AND conversation_id = ${conversationId} AND issue_id = ${news.issueId}
    AND told_version < ${news.version} AND ${what === "state" ? sql`told_state IS NOT ${news.state}` : sql`told_release IS NOT ${news.release}`})`;
export const writeToldState = ({ projectId, issueId, state }: News, conversationId: ConversationId, done: SQL): SQL =>
  sql`UPDATE code_issue_links SET told_state = ${state} WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${issueId} AND ${done}`;
export const writeToldRelease = ({ projectId, issueId, release }: News, conversationId: ConversationId, done: SQL): SQL =>
  sql`UPDATE code_issue_links SET told_release = ${release} WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND issue_id = ${issueId} AND ${done}`;
/** These conversations know everything of this version, unless there is a newer one. */
export const writeTold = (news: News, ids: readonly ConversationId[]): SQL => sql`
  UPDATE code_issue_links SET told_version = ${news.version}, told_state = ${news.state}, told_release = ${news.release}
  WHERE project_id = ${news.projectId} AND issue_id = ${news.issueId} AND told_version < ${news.version} AND conversation_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isNewest(news)}`;
