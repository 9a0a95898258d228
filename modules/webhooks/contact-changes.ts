// What other systems are told of contacts. A trigger of the table notes what becomes of a contact; here that becomes deliveries.
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContact } from "#modules/contacts";
import { TYPE_OF_CHANGE } from "./event-types.ts";
import type { DeliverySubject, ToldSubject } from "./extension.ts";
import { readContactChanges, readFreshChanges, writeContactDeliveries } from "./contact-queries.ts";
import type { StoredWebhook } from "./queries.ts";
import { GIVE_UP } from "./retry.ts";

/** Changes that become deliveries at once. */
const AT_ONCE = 100;

const asksForContacts = ({ events }: Pick<StoredWebhook, "events">): boolean => events.some((type) => type.startsWith("contact."));

/** Makes deliveries of the next changes of contacts. Answers whether there were any. */
export async function makeContactDeliveries(ctx: Ctx, webhook: StoredWebhook): Promise<boolean> {
  if (!asksForContacts(webhook)) return false;
  const [changes] = await ctx.db.read(readFreshChanges(webhook.projectId, webhook.contactChange, AT_ONCE));
  const last = changes.at(-1);
  if (!last) return false;
  const now = ctx.clock.now();
  const deliveries = changes.flatMap(({ id, kind }) => {
    const type = TYPE_OF_CHANGE[kind];
    return type !== undefined && webhook.events.includes(type) ? [{ id: newId("webhookDelivery", now), type, subject: String(id) }] : [];
  });
  await ctx.db.commit(writeContactDeliveries(webhook, deliveries, { to: last.id, now, giveUpAt: now + GIVE_UP }));
  return true;
}

/** What is sent of changes: the contact as it is now, so that nothing is in it that was erased meanwhile. */
export const contactSubjects: DeliverySubject = {
  types: ["contact.created", "contact.changed", "contact.merged", "contact.erased"],
  async read(ctx, projectId, subjects) {
    const [changes] = await ctx.db.read(readContactChanges(projectId, subjects.map(Number)));
    const shown = [...new Set(changes.flatMap(({ kind, contactId }) => (kind === "created" || kind === "changed" ? [contactId] : [])))];
    const contacts = shown.length === 0 ? [] : await ctx.db.read(...shown.map((id) => readContact(projectId, id)));
    const told = new Map<string, ToldSubject>();
    for (const { id, kind, contactId, into, timestamp } of changes) {
      if (kind === "merged") told.set(String(id), { timestamp, data: { contactId, into } });
      else if (kind === "erased") told.set(String(id), { timestamp, data: { contactId } });
      else {
        const contact = contacts[shown.indexOf(contactId)];
        // What they did on the website is no fact about them, and its addresses may hold what nobody else should read.
        const { pages: _, lastPage: __, visit: ___, ...known } = contact ?? {};
        // Whoever was erased meanwhile has nothing left to tell: `contact.erased` says it all.
        if (contact && contact.state !== "erasing" && contact.state !== "erased")
          told.set(String(id), { timestamp, data: { contact: known } });
      }
    }
    return told;
  },
};
