// Finds or makes the contact of an address that a link in a mail has just verified.
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactChanged, contactOfProvedEmail, readContact, writeFromMail, writeProvedEmail } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { projectIsLive } from "#modules/projects";
import { type SQL, sql } from "#kernel/db/index.ts";
import { addressHash, readSenderContact, writeNoErasedContact, writeSenderContact } from "#modules/email";
import { writeEndReturnLinks } from "./queries.ts";

interface VerifiedAddress {
  readonly projectId: ProjectId;
  readonly email: string;
  /** What a new contact is called. */
  readonly name: string | null;
}
/**
 * Finds the contact that mail from the address made known, else the one that proved it, else makes one, where `when` holds; two at
 * once make one. A blocked one is answered too: it blocks. Undefined when the project is gone or `when` does not hold. A contact that
 * only claims the address is never taken.
 */
export async function contactOfVerifiedAddress(
  ctx: Omit<Ctx, "caller">,
  { projectId, email, name }: VerifiedAddress,
  when: SQL,
): Promise<Contact | undefined> {
  const now = ctx.clock.now();
  const hash = await addressHash(ctx, email);
  const proved = contactOfProvedEmail(projectId, email);
  const [sender, owner] = await ctx.db.read(readSenderContact(projectId, hash), readContact(projectId, proved));
  if (sender?.state === "hidden") return sender;
  // Whom the team has since given another address would be answered there.
  const known = sender?.state === "active" && sender.email === email ? sender : owner;
  const fresh = newId("contact", now);
  const holds = sql`${projectIsLive(projectId)} AND ${when}`;
  const [contact] = await ctx.db.commitAndRead(
    known
      ? [
          writeEndReturnLinks(projectId, sql`${known.id}`, sql`${email}`, holds),
          writeProvedEmail(projectId, known.id, email, holds),
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
    for (const tell of ctx.registry.extensions.of(contactChanged)) await tell(ctx, { projectId, contact });
  return contact;
}
