// What mail that came in clears of a contact: of the evidence of its mails only which rules called them automatic remains.
import { col, part } from "#kernel/db/index.ts";
import { erasureStep } from "#modules/contacts";
import { type MessageKey, pageOfMessages } from "#modules/conversations";
import { type SQL, sql } from "drizzle-orm";
import { FORGOTTEN } from "./inbound/queries.ts";

const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
const among = (projectId: string, keys: readonly MessageKey[]): SQL =>
  sql`project_id = ${projectId} AND message_id IN ${list(keys.map(({ id }) => id))}`;

// The plus keeps the planner from walking all mails of the project: each of these is found by its key.
const mailsAmong = (projectId: string, keys: readonly MessageKey[]): SQL =>
  sql`+project_id = ${projectId} AND message_id IN ${list(keys.map(({ id }) => id))}`;

const held = sql`(object_key IS NOT NULL OR envelope_from IS NOT NULL OR envelope_to IS NOT NULL OR subject IS NOT NULL OR error IS NOT NULL)`;
/** What its messages have by mail, and the evidence of it. One walk for both: each costs as much as all the messages. */
export const receiptStep = erasureStep<MessageKey>({
  name: "email.receipts",
  page: pageOfMessages,
  clear: ({ projectId }, keys) => [
    {
      objects: sql`SELECT object_key FROM inbound_mail_receipts WHERE ${among(projectId, keys)} AND object_key IS NOT NULL
        UNION ALL SELECT o.value FROM mails, json_each(json_array(html_key, text_key)) o WHERE ${mailsAmong(projectId, keys)} AND coalesce(html_key, text_key) IS NOT NULL AND o.value IS NOT NULL`,
      // `identity_hash` stays: it is keyed, and drops the same mail when it is delivered again.
      statement: sql`UPDATE inbound_mail_receipts SET ${FORGOTTEN} WHERE ${among(projectId, keys)} AND ${held}`,
      counts: { as: "mails" },
    },
    {
      statement: sql`UPDATE mails SET header_id = NULL, from_address = NULL, from_name = NULL, to_list = '[]', cc_list = '[]', subject = NULL, authentication = NULL, html_key = NULL, text_key = NULL, quoted = NULL
        WHERE ${mailsAmong(projectId, keys)}`,
    },
  ],
});

/** Mails that are the contact's and became no message, and which addresses it was known by. */
interface SenderKey {
  readonly receipt: string | null;
  readonly address: string | null;
}
export const senderStep = erasureStep<SenderKey>({
  name: "email.senders",
  page: ({ projectId, contactId }, _after, limit) =>
    part(
      sql`SELECT * FROM (SELECT id AS receipt, NULL AS address FROM inbound_mail_receipts WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit})
        UNION ALL SELECT * FROM (SELECT NULL AS receipt, address_hash AS address FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}) LIMIT ${limit}`,
      (rows) => rows.map((row) => ({ receipt: col.textOrNull(row, "receipt"), address: col.textOrNull(row, "address") })),
    ),
  clear({ projectId, contactId }, keys) {
    const receipts = list(keys.flatMap(({ receipt }) => (receipt === null ? [] : [receipt])));
    const addresses = list(keys.flatMap(({ address }) => (address === null ? [] : [address])));
    return [
      {
        objects: sql`SELECT object_key FROM inbound_mail_receipts WHERE id IN ${receipts} AND +project_id = ${projectId} AND object_key IS NOT NULL`,
        statement: sql`UPDATE inbound_mail_receipts SET state = CASE WHEN state IN ('received', 'admitting', 'failed') THEN 'dropped' ELSE state END, ${FORGOTTEN} WHERE id IN ${receipts} AND +project_id = ${projectId} AND +contact_id = ${contactId}`,
        counts: { as: "mails" },
      },
      {
        statement: sql`DELETE FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} AND address_hash IN ${addresses}`,
      },
    ];
  },
});
