// Erases a contact's addresses and texts from the outbox. The time of sending and the keyed hash stay; pending mail is not sent.
import type { DeliveryId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { sql } from "#kernel/db/index.ts";
import {
  readNaming,
  readOfContact,
  writeCopiesForgotten,
  writeForgotten,
  writeForwardsForgotten,
  writeUnnamed,
} from "./erasure-queries.ts";

/** Clears addresses of the contact in mails of other conversations. An earlier step saves which addresses it has verified. */
export const namedStep = erasureStep<DeliveryId>({
  name: "email.named",
  listKeys: ({ projectId, contactId }, _after, limit) => readNaming(projectId, contactId, limit),
  clear: ({ projectId, contactId }, keys, now) => writeUnnamed(projectId, contactId, keys, now),
});

export const deliveryStep = erasureStep<DeliveryId>({
  name: "email.deliveries",
  preview: async (_ctx, { projectId, contactId }) => ({
    mails: sql`SELECT 1 FROM mail_deliveries WHERE project_id = ${projectId} AND contact_id = ${contactId} AND to_address IS NOT NULL`,
  }),
  listKeys: ({ projectId, contactId }, after, limit) => readOfContact(projectId, contactId, after, limit),
  clear: ({ projectId }, keys, now) => [
    { statement: writeForgotten(projectId, keys, now), report: { kind: "mails" } },
    { statement: writeCopiesForgotten(projectId, keys) },
    { statement: writeForwardsForgotten(projectId, keys) },
  ],
});
