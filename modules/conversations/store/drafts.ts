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

interface NewDraft {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly accountId: AccountId;
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly fileIds: readonly FileId[];
  readonly now: number;
}
const writeDraftRow = (d: NewDraft, when: SQL): SQL => sql`
  INSERT INTO drafts (project_id, conversation_id, account_id, kind, content, file_ids, updated_at)
  SELECT ${d.projectId}, ${d.conversationId}, ${d.accountId}, ${d.kind}, ${d.content}, ${JSON.stringify(d.fileIds)}, ${d.now} WHERE ${conversationExists(d.projectId, d.conversationId)} AND ${when}`;
export const writeDraft = (d: NewDraft, when: SQL): SQL => sql`${writeDraftRow(d, when)}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET content = excluded.content, file_ids = excluded.file_ids, updated_at = excluded.updated_at`;
/** Puts a reply that was not sent back into its author's draft, in front of what they wrote since. */
export const writeDraftBack = (d: Omit<NewDraft, "kind">, when: SQL): SQL => sql`${writeDraftRow({ ...d, kind: "reply" }, when)}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET updated_at = excluded.updated_at,
    content = CASE WHEN drafts.content = excluded.content OR drafts.content = '' THEN excluded.content
      WHEN excluded.content = '' OR instr(drafts.content, excluded.content || char(10, 10)) = 1 THEN drafts.content
      ELSE excluded.content || char(10, 10) || drafts.content END,
    file_ids = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(excluded.file_ids) UNION SELECT value FROM json_each(drafts.file_ids)))`;
export const writeNoDraft = (
  projectId: ProjectId,
  conversationId: ConversationId,
  accountId: AccountId,
  kind: "reply" | "note",
  when: SQL = sql`1`,
): SQL =>
  sql`DELETE FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId} AND kind = ${kind} AND ${when}`;
