// What follows a contact that is merged into another one: its sent mails, and to whom mail from its addresses belongs.
import { sql } from "#kernel/db/index.ts";
import { type MergeStep, movesRows, readContact } from "#modules/contacts";
import { addressHash } from "./addresses/address-hash.ts";

export const mergeSteps: readonly MergeStep[] = [
  movesRows("email.deliveries", sql`mail_deliveries`),
  {
    ...movesRows("email.senders", sql`mail_contacts`),
    /** Mail from an address that it has proved goes on belonging to the person, also if the other address stays the main one. */
    async begin(ctx, { projectId, from, into, may }) {
      const [contact] = await ctx.db.read(readContact(projectId, from));
      if (!contact?.email || !contact.emailVerified) return [];
      return [
        sql`INSERT INTO mail_contacts (project_id, address_hash, contact_id, created_at) SELECT ${projectId}, ${await addressHash(ctx, contact.email)}, ${into}, ${ctx.clock.now()} WHERE ${may}
          ON CONFLICT (project_id, address_hash) DO UPDATE SET contact_id = excluded.contact_id WHERE mail_contacts.contact_id = ${from}`,
      ];
    },
  },
];
