// Sets values of a contact's attributes, as members and programs know them.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { contactChanged, readContact, writeAttributes } from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { readAttributes } from "./queries.ts";
import { checkValue } from "./contract/rules.ts";

/** All values or none. Throws `invalid_request` with the key of what does not fit, `conflict` if the contact was erased. */
export async function setAttributes(
  ctx: RequestCtx<MemberPrincipal>,
  contactId: ContactId,
  given: Readonly<Record<string, string | null>>,
): Promise<{ contact: Contact }> {
  const { projectId } = ctx.caller;
  const [attributes] = await ctx.db.read(readAttributes(projectId));
  const values: Record<string, string | null> = {};
  for (const [key, text] of Object.entries(given)) {
    const attribute = attributes.find((one) => one.key === key);
    if (!attribute) throw invalidRequest([{ path: `values.${key}`, message: m.contact_attributes_unknown() }]);
    if (attribute.archived && text !== null) throw invalidRequest([{ path: `values.${key}`, message: m.contact_attributes_is_archived() }]);
    const checked = text === null ? undefined : checkValue(attribute, text);
    if (checked?.problem !== undefined) throw invalidRequest([{ path: `values.${key}`, message: checked.problem }]);
    values[key] = checked?.value ?? null;
  }
  const [contact] = await ctx.db.commitAndRead([writeAttributes(projectId, contactId, values, sql`1`)], readContact(projectId, contactId));
  if (!contact) throw notFound();
  if (contact.state === "erasing" || contact.state === "erased") throw conflict(m.contacts_is_erased());
  for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
  return { contact };
}
