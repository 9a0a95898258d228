// Erasure statements of the outbox, for mails of a contact and for others that name one of its addresses.
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, DeliveryId, ProjectId } from "#kernel/ids/index.ts";
import type { Clearing } from "#modules/contacts";
import { addressHashesOf } from "../addresses/sender-contacts.ts";

export const readOfContact = (
  projectId: ProjectId,
  contactId: ContactId,
  after: DeliveryId | undefined,
  limit: number,
): Query<DeliveryId[]> =>
  query(
    sql`SELECT ${columns("mail_deliveries", "id")} FROM mail_deliveries WHERE project_id = ${projectId} AND contact_id = ${contactId} AND id > ${after ?? ""} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Clears the copies of a contact's mails. */
export const writeCopiesForgotten = (projectId: ProjectId, ids: readonly DeliveryId[]): SQL =>
  sql`UPDATE mail_copies SET address = NULL WHERE delivery_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND project_id = ${projectId} AND address IS NOT NULL`;
export const writeForwardsForgotten = (projectId: ProjectId, ids: readonly DeliveryId[]): SQL =>
  sql`UPDATE mail_forwards SET content = '' WHERE delivery_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND project_id = ${projectId} AND content <> ''`;
/** Mails that still name an address of the contact, also those of other contacts' conversations. */
export const readNaming = (projectId: ProjectId, contactId: ContactId, limit: number): Query<DeliveryId[]> =>
  query(
    sql`SELECT ${columns("mail_deliveries", "id")} FROM (SELECT d.id FROM ${addressHashesOf({ projectId, contactId })} a CROSS JOIN mail_deliveries d ON d.to_hash = a.address_hash WHERE d.project_id = ${projectId} AND d.to_address IS NOT NULL LIMIT ${limit})
      UNION SELECT id FROM (SELECT k.delivery_id AS id FROM ${addressHashesOf({ projectId, contactId })} a CROSS JOIN mail_copies k ON k.project_id = ${projectId} AND k.to_hash = a.address_hash WHERE k.address IS NOT NULL LIMIT ${limit}) LIMIT ${limit}`,
    (rows) => rows.map((row) => row.id),
  );
/** Clears the contact's addresses in these mails; other recipients stay. */
export function writeUnnamed(projectId: ProjectId, contactId: ContactId, ids: readonly DeliveryId[], now: number): Clearing[] {
  const hashes = addressHashesOf({ projectId, contactId });
  const these = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const copies = sql`mail_copies k WHERE k.project_id = ${projectId} AND k.delivery_id = d.id AND k.to_hash IN ${hashes} AND k.address IS NOT NULL`;
  const to = sql`SELECT d.message_id FROM mail_deliveries d WHERE d.id IN ${these} AND d.project_id = ${projectId} AND d.to_hash IN ${hashes}`;
  const copied = sql`SELECT d.message_id FROM mail_deliveries d WHERE d.id IN ${these} AND d.project_id = ${projectId} AND EXISTS (SELECT 1 FROM ${copies})`;
  return [
    { statement: sql`UPDATE mails SET to_list = '[]' WHERE +project_id = ${projectId} AND message_id IN (${to})` },
    {
      statement: sql`UPDATE mails SET cc_list = (SELECT json_group_array(json(c.value)) FROM json_each(mails.cc_list) c WHERE c.value ->> 'address' NOT IN (
          SELECT k.address FROM mail_deliveries d CROSS JOIN ${copies} AND d.message_id = mails.message_id AND d.id IN ${these}))
        WHERE +project_id = ${projectId} AND message_id IN (${copied})`,
    },
    {
      statement: sql`UPDATE mail_copies SET address = NULL WHERE project_id = ${projectId} AND delivery_id IN ${these} AND to_hash IN ${hashes} AND address IS NOT NULL`,
    },
    { statement: writeForgotten(projectId, ids, now, sql`to_hash IN ${hashes}`), report: { kind: "mails" } },
  ];
}
/** Empties mails of a contact; without a recipient none of them is sent. The time of sending stays, because limits count by it. */
export const writeForgotten = (projectId: ProjectId, ids: readonly DeliveryId[], now: number, when: SQL = sql`1`): SQL => sql`
  UPDATE mail_deliveries SET to_address = NULL, subject = NULL, header_id = NULL, error = NULL, state = CASE WHEN state IN ('queued', 'held') THEN 'failed' ELSE state END,
    updated_at = CASE WHEN state IN ('queued', 'held') THEN ${now} ELSE updated_at END
  WHERE project_id = ${projectId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND to_address IS NOT NULL AND ${when}`;
