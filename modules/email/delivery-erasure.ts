// What the outbox clears of a contact: its address and words. What was sent when, and the keyed hash, stay; nothing that waits is sent.
import type { DeliveryId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readOfContact, writeCopiesForgotten, writeForgotten, writeForwardsForgotten } from "./outbound/queries.ts";

export const deliveryStep = erasureStep<DeliveryId>({
  name: "email.deliveries",
  page: ({ projectId, contactId }, after, limit) => readOfContact(projectId, contactId, after, limit),
  clear: ({ projectId }, keys, now) => [
    { statement: writeForgotten(projectId, keys, now), counts: { as: "mails" } },
    { statement: writeCopiesForgotten(projectId, keys) },
    { statement: writeForwardsForgotten(projectId, keys) },
  ],
});
