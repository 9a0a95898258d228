// What the outbox clears of a contact: its address and words. What was sent when, and the keyed hash, stay; nothing that waits is sent.
import type { DeliveryId } from "#kernel/ids/index.ts";
import { erasureStep, readContact } from "#modules/contacts";
import { sql } from "drizzle-orm";
import { addressHash } from "../address-hash.ts";
import { writeMapped } from "../inbound/queries.ts";
import {
  readNaming,
  readOfContact,
  writeCopiesForgotten,
  writeForgotten,
  writeForwardsForgotten,
  writeUnnamed,
} from "./erasure-queries.ts";

/** Mails of other people's conversations that went to an address of the contact, and copies that it got. */
export const namedStep = erasureStep<DeliveryId>({
  name: "email.named",
  async beforehand(ctx, { projectId, contactId }) {
    const [contact] = await ctx.db.read(readContact(projectId, contactId));
    // An address that was only claimed is somebody else's, as far as anybody knows.
    if (contact?.emailVerified !== true || contact.email === null) return [];
    return [writeMapped(projectId, await addressHash(ctx, contact.email), sql`${contactId}`, ctx.clock.now())];
  },
  page: ({ projectId, contactId }, _after, limit) => readNaming(projectId, contactId, limit),
  clear: ({ projectId, contactId }, keys, now) => writeUnnamed(projectId, contactId, keys, now),
});

export const deliveryStep = erasureStep<DeliveryId>({
  name: "email.deliveries",
  page: ({ projectId, contactId }, after, limit) => readOfContact(projectId, contactId, after, limit),
  clear: ({ projectId }, keys, now) => [
    { statement: writeForgotten(projectId, keys, now), counts: { as: "mails" } },
    { statement: writeCopiesForgotten(projectId, keys) },
    { statement: writeForwardsForgotten(projectId, keys) },
  ],
});
