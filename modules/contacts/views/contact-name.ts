import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { isErased } from "./erased-contacts.ts";

/** Display name of a contact: name, else address, else "Visitor" with the last characters of the id. */
export const contactName = (contact: { id: string; name: string | null; email: string | null; state?: string }): string =>
  isErased(contact)
    ? m.contacts_erased_name()
    : plain(contact.name ?? contact.email ?? m.contacts_visitor({ tail: contact.id.slice(-4).toUpperCase() }));

/** How to address a contact: the first word of the name; without a name the whole display name. */
export function firstNameOf(contact: Parameters<typeof contactName>[0]): string {
  const shown = contactName(contact);
  const name = isErased(contact) || contact.name === null || contact.name.includes("@") ? shown : (shown.trim().split(/\s+/)[0] ?? shown);
  return name.slice(0, 40);
}
