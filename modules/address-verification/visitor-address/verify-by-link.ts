// Finds or creates the contact of an address that was just verified by a link in a mail.
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactChanged, contactIdOfVerifiedAddress, readContact, writeFromMail, writeAddressMarkedVerified } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import { addressHash, readSenderContact, writeNoErasedContact, writeSenderContact } from "#modules/email";
import { writeEndReturnLinks } from "./queries.ts";

interface VerifiedAddress {
  readonly projectId: ProjectId;
  readonly email: string;
  /** Name of a contact that has to be created. */
  readonly name: string | null;
}
/**
 * Finds the contact that mail from the address belongs to, else the one that verified it, else creates one, where `when` holds;
 * simultaneous calls create one. A blocked contact is returned too, so that the block applies. Undefined when the project is gone or
 * `when` does not hold. A contact that only claims the address is never used.
 */
export async function contactOfVerifiedAddress(
  ctx: Omit<Ctx, "caller">,
  { projectId, email, name }: VerifiedAddress,
  when: SQL,
): Promise<Contact | undefined> {
  const now = ctx.clock.now();
  const hash = await addressHash(ctx, email);
  const proved = contactIdOfVerifiedAddress(projectId, email);
  const [sender, owner] = await ctx.db.read(readSenderContact(projectId, hash), readContact(projectId, proved));
  if (sender?.state === "hidden") return sender;
  // If the team has changed that contact's address since, replies would go to the other address.
  const known = sender?.state === "active" && sender.email === email ? sender : owner;
  const fresh = newId("contact", now);
  const holds = sql`${projectIsLive(projectId)} AND ${when}`;
  const [contact] = await ctx.db.commitAndRead(
    known
      ? [
          writeEndReturnLinks(projectId, sql`${known.id}`, sql`${email}`, holds),
          writeAddressMarkedVerified(projectId, known.id, email, holds),
          writeSenderContact(projectId, hash, sql`${known.id}`, now, holds),
        ]
      : [
          writeNoErasedContact(projectId, hash),
          writeFromMail({ id: fresh, projectId, name, email, verified: true, now }, sql`${proved} IS NULL AND ${holds}`),
          writeSenderContact(projectId, hash, proved, now, holds),
        ],
    readContact(projectId, known ? known.id : proved),
  );
  if (contact && known && !known.emailVerified && contact.emailVerified)
    for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
  return contact;
}
