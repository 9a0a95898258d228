// Reads and writes members' drafts: one reply and one note for each conversation.
import { iso } from "#kernel/clock/index.ts";
import { columns, parseJson, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { conversationExists } from "./write-batch.ts";

export interface DraftRow {
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly fileIds: FileId[];
  readonly updatedAt: string;
}
export const readDrafts = (projectId: ProjectId, id: ConversationId, me: AccountId): Query<DraftRow[]> =>
  query(
    sql`SELECT ${columns("drafts", "kind, content, file_ids, updated_at")} FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${id} AND account_id = ${me}`,
    (rows) =>
      rows.map((row) => ({
        kind: row.kind,
        content: row.content,
        fileIds: parseJson<FileId[]>(row.file_ids),
        updatedAt: iso(row.updated_at),
      })),
  );

export const writeDraft = (
  d: {
    projectId: ProjectId;
    conversationId: ConversationId;
    accountId: AccountId;
    kind: "reply" | "note";
    content: string;
    fileIds: readonly FileId[];
    now: number;
  },
  when: SQL,
): SQL => sql`
  INSERT INTO drafts (project_id, conversation_id, account_id, kind, content, file_ids, updated_at)
  SELECT ${d.projectId}, ${d.conversationId}, ${d.accountId}, ${d.kind}, ${d.content}, ${JSON.stringify(d.fileIds)}, ${d.now} WHERE ${conversationExists(d.projectId, d.conversationId)} AND ${when}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET content = excluded.content, file_ids = excluded.file_ids, updated_at = excluded.updated_at`;
export const writeNoDraft = (
  projectId: ProjectId,
  conversationId: ConversationId,
  accountId: AccountId,
  kind: "reply" | "note",
  when: SQL = sql`1`,
): SQL =>
  sql`DELETE FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId} AND kind = ${kind} AND ${when}`;
