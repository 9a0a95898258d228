// All statements on translations of messages.
import { columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { contactOfText } from "#modules/conversations";

/** A message, with the conversation that it has to be in. */
export interface Which {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
}
export interface Translation {
  readonly text: string;
  readonly provider: string;
  readonly model: string;
}
export const readTranslation = ({ projectId, messageId }: Which, locale: string): Query<Translation | undefined> =>
  queryOne(
    sql`SELECT ${columns("message_translations", "content, provider, model")} FROM message_translations WHERE project_id = ${projectId} AND message_id = ${messageId} AND locale = ${locale}`,
    (row) => ({ text: row.content, provider: row.provider, model: row.model }),
  );
/** Stores a translation unless there is one, or the message would not take it along when it is erased. */
export const writeTranslation = (
  { projectId, conversationId, messageId }: Which,
  { locale, text, provider, model, now }: Translation & { readonly locale: string; readonly now: number },
): SQL => sql`
  INSERT INTO message_translations (project_id, message_id, locale, contact_id, content, provider, model, created_at)
  SELECT ${projectId}, ${messageId}, ${locale}, contact_id, ${text}, ${provider}, ${model}, ${now}
  FROM (SELECT ${contactOfText(projectId, conversationId, messageId)} AS contact_id) WHERE contact_id IS NOT NULL
  ON CONFLICT (project_id, message_id, locale) DO NOTHING`;

/** SELECT of one row for each translation of the contact's conversations. */
export const translationsOf = (projectId: ProjectId, contactId: ContactId): SQL =>
  sql`SELECT 1 FROM message_translations WHERE project_id = ${projectId} AND contact_id = ${contactId}`;
export const readTranslated = (projectId: ProjectId, contactId: ContactId, limit: number): Query<MessageId[]> =>
  query(
    sql`SELECT DISTINCT ${columns("message_translations", "message_id")} FROM message_translations WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
    (rows) => rows.map((row) => row.message_id),
  );
export const writeRemoveTranslations = (projectId: ProjectId, ids: readonly MessageId[]): SQL =>
  sql`DELETE FROM message_translations WHERE project_id = ${projectId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
export const writeRemoveOfProject = (projectId: ProjectId, when: SQL): SQL =>
  sql`DELETE FROM message_translations WHERE project_id = ${projectId} AND ${when}`;
