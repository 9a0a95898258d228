// Reads and writes members' drafts: one reply and one note for each conversation.
import { iso } from "#kernel/clock/index.ts";
import { columns, parseJson, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, FileId, ProjectId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { keptConversation } from "./merged.ts";
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

const BOTH_FILES = sql`(SELECT json_group_array(value) FROM (SELECT value FROM json_each(excluded.file_ids) UNION SELECT value FROM json_each(drafts.file_ids)))`;
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
/** The stored draft behind its first paragraph: what was joined to it. */
const JOINED = sql`substr(drafts.content, instr(drafts.content, char(10, 10)) + 2)`;
/** Condition: the new text goes on with the stored one, or with what was joined to it. */
const CONTINUES = sql`instr(excluded.content, drafts.content) = 1`;
const CONTINUES_JOINED = sql`(instr(drafts.content, char(10, 10)) > 0 AND ${JOINED} <> '' AND instr(excluded.content, ${JOINED}) = 1)`;
/**
 * Stores the draft of a conversation that leads to another one where that goes on, as when it was merged while somebody wrote, if they have
 * none there or it continues that. Any other text stays where it was written: joined again with each save it would be doubled, and what is
 * private would be shared with what is not.
 */
export const writeDraftOnward = (d: NewDraft, when: SQL): SQL => sql`
  INSERT INTO drafts (project_id, conversation_id, account_id, kind, content, file_ids, updated_at)
  SELECT c.project_id, ${keptConversation(d.projectId, d.conversationId)}, ${d.accountId}, ${d.kind}, ${d.content}, ${JSON.stringify(d.fileIds)}, ${d.now} FROM conversations c
  WHERE c.project_id = ${d.projectId} AND c.id = ${d.conversationId} AND c.merged_into IS NOT NULL AND ${when}
    AND ${notErased(d.projectId, sql`(SELECT k.contact_id FROM conversations k WHERE k.project_id = ${d.projectId} AND k.id = ${keptConversation(d.projectId, d.conversationId)})`)}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET updated_at = excluded.updated_at,
    content = CASE WHEN ${CONTINUES} THEN excluded.content ELSE substr(drafts.content, 1, instr(drafts.content, char(10, 10)) + 1) || excluded.content END,
    file_ids = ${BOTH_FILES}
    WHERE ${CONTINUES} OR ${CONTINUES_JOINED}`;
/**
 * Removes the draft that went along to where the conversation goes on, as long as it is the text that was emptied here. With `files` it stays if
 * it has one that is not among them, as another window may have added one.
 */
export const writeNoDraftOnward = (
  { projectId, conversationId, accountId, kind, content }: NewDraft,
  files?: readonly FileId[],
): SQL => sql`
  DELETE FROM drafts WHERE project_id = ${projectId} AND account_id = ${accountId} AND kind = ${kind} AND content = ${content}
    AND ${files ? sql`NOT EXISTS (SELECT 1 FROM json_each(drafts.file_ids) WHERE value NOT IN (SELECT value FROM json_each(${JSON.stringify(files)})))` : sql`1`}
    AND conversation_id = (SELECT ${keptConversation(projectId, conversationId)} FROM conversations c WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND c.merged_into IS NOT NULL)`;
/** Condition: the draft stands where the conversation goes on, so nothing is kept of it in this one. */
export const isStoredOnward = ({ projectId, conversationId, accountId, kind, content }: NewDraft): SQL =>
  sql`EXISTS (SELECT 1 FROM conversations c JOIN drafts d ON d.project_id = c.project_id AND d.conversation_id = ${keptConversation(projectId, conversationId)} AND d.account_id = ${accountId} AND d.kind = ${kind}
    WHERE c.project_id = ${projectId} AND c.id = ${conversationId} AND c.merged_into IS NOT NULL AND instr(d.content, ${content}) > 0)`;
/** Puts a reply that was not sent back into its author's draft, in front of what they wrote since. */
export const writeDraftBack = (d: Omit<NewDraft, "kind">, when: SQL): SQL => sql`${writeDraftRow({ ...d, kind: "reply" }, when)}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET updated_at = excluded.updated_at,
    content = CASE WHEN drafts.content = excluded.content OR drafts.content = '' THEN excluded.content
      WHEN excluded.content = '' OR instr(drafts.content, excluded.content || char(10, 10)) = 1 THEN drafts.content
      ELSE excluded.content || char(10, 10) || drafts.content END,
    file_ids = ${BOTH_FILES}`;
/**
 * Drafts of a conversation that leads to another one from now on, as its split or move was undone: each goes to its author's draft there,
 * behind what they wrote there. One that has the other one to itself stays shared; one that joins what its author wrote there is theirs alone,
 * as far as either was.
 */
export const writesDraftsBack = (projectId: ProjectId, from: ConversationId, to: ConversationId, when: SQL): SQL[] => [
  // With a trigger of the module shared-drafts, sharing goes along.
  sql`UPDATE OR IGNORE drafts SET conversation_id = ${to} WHERE project_id = ${projectId} AND conversation_id = ${from} AND ${when}`,
  sql`INSERT INTO drafts (project_id, conversation_id, account_id, kind, content, file_ids, updated_at)
  SELECT d.project_id, ${to}, d.account_id, d.kind, d.content, d.file_ids, d.updated_at FROM drafts d WHERE d.project_id = ${projectId} AND d.conversation_id = ${from} AND ${when}
  ON CONFLICT (project_id, conversation_id, account_id, kind) DO UPDATE SET updated_at = max(drafts.updated_at, excluded.updated_at),
    content = CASE WHEN excluded.content IN ('', drafts.content) THEN drafts.content WHEN drafts.content = '' THEN excluded.content ELSE drafts.content || char(10, 10) || excluded.content END,
    file_ids = ${BOTH_FILES}`,
  sql`DELETE FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${from} AND ${when}`,
];
export const writeNoDraft = (
  projectId: ProjectId,
  conversationId: ConversationId,
  accountId: AccountId,
  kind: "reply" | "note",
  when: SQL = sql`1`,
): SQL =>
  sql`DELETE FROM drafts WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND account_id = ${accountId} AND kind = ${kind} AND ${when}`;
