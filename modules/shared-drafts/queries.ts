// All SQL of shared drafts.
import { iso } from "#kernel/clock/index.ts";
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { isMember } from "#modules/projects";
import { MAX_DRAFTS } from "./contract.ts";

interface Place {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
}
export const readOwnDrafts = (projectId: ProjectId, accountId: AccountId): Query<ConversationId[]> =>
  query(
    sql`SELECT DISTINCT ${columns({ d: "drafts" }, "d.conversation_id")} FROM drafts d INDEXED BY drafts_account WHERE d.project_id = ${projectId} AND d.account_id = ${accountId} LIMIT ${MAX_DRAFTS}`,
    (rows) => rows.map((row) => row.conversation_id),
  );
export interface SharedDraft {
  readonly accountId: AccountId;
  readonly content: string;
  readonly files: number;
  readonly updatedAt: string;
}
/** Those of members; undefined where there is no such conversation. */
export const readShared = ({ projectId, conversationId }: Place): Query<SharedDraft[] | undefined> =>
  queryOne(
    sql`SELECT (SELECT json_group_array(json_object('accountId', s.account_id, 'content', d.content, 'files', json_array_length(d.file_ids), 'at', d.updated_at))
        FROM shared_drafts s CROSS JOIN drafts d ON d.project_id = s.project_id AND d.conversation_id = s.conversation_id AND d.account_id = s.account_id AND d.kind = 'reply'
        WHERE s.project_id = c.project_id AND s.conversation_id = c.id AND ${isMember(projectId, sql`s.account_id`)}) ${as.text("list")}
      FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId}`,
    (row) =>
      (JSON.parse(row.list) as (Omit<SharedDraft, "updatedAt"> & { at: number })[]).map(({ at, ...draft }) => ({
        ...draft,
        updatedAt: iso(at),
      })),
  );
/** Shares the member's reply, if there is one. */
export const writeShared = ({ projectId, conversationId }: Place, accountId: AccountId, now: number, when: SQL): SQL => sql`
  INSERT INTO shared_drafts (project_id, conversation_id, account_id, shared_at)
  SELECT project_id, conversation_id, account_id, ${now} FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId} AND kind = 'reply' AND ${when}
  ON CONFLICT DO NOTHING`;
export const writeUnshared = ({ projectId, conversationId }: Place, accountId: AccountId): SQL =>
  sql`DELETE FROM shared_drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId}`;
/** Deletes those for which the condition on the row holds. */
export const writeGone = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM shared_drafts WHERE project_id = ${projectId} AND ${when}`;
