// What mail clears of a contact: of the evidence of its mails only which rules called them automatic remains.
import { erasureStep } from "#modules/contacts";
import { type MessageKey, pageOfMessages } from "#modules/conversations";
import { type SQL, sql } from "drizzle-orm";

const receiptsOf = (projectId: string, keys: readonly MessageKey[]): SQL =>
  sql`project_id = ${projectId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(keys.map(({ id }) => id))}))`;

export const receiptStep = erasureStep<MessageKey>({
  name: "email.receipts",
  page: pageOfMessages,
  clear: ({ projectId }, keys) => [
    {
      objects: sql`SELECT object_key FROM inbound_mail_receipts WHERE ${receiptsOf(projectId, keys)} AND object_key IS NOT NULL`,
      // `identity_hash` stays: it is keyed, and drops the same mail when it is delivered again.
      statement: sql`UPDATE inbound_mail_receipts SET object_key = NULL, envelope_from = NULL, envelope_to = NULL, subject = NULL, error = NULL,
          reasons = (SELECT json_group_array(json_object('rule', r.value ->> 'rule', 'evidence', '')) FROM json_each(coalesce(reasons, '[]')) r)
        WHERE ${receiptsOf(projectId, keys)} AND (object_key IS NOT NULL OR envelope_from IS NOT NULL OR envelope_to IS NOT NULL OR subject IS NOT NULL OR error IS NOT NULL)`,
      counts: { as: "mails" },
    },
  ],
});
