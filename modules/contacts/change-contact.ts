// Changes a contact's name or address, as the team knows them.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { notifyContactChanged } from "./notify-contact-changed.ts";
import { readContact, writeContact } from "./queries.ts";

export async function changeContact(
  ctx: RequestCtx<MemberPrincipal>,
  id: ContactId,
  change: { name?: string | null | undefined; email?: string | null | undefined },
) {
  const [contact] = await ctx.db.commitAndRead([writeContact(ctx.caller.projectId, id, change)], readContact(ctx.caller.projectId, id));
  if (!contact) throw notFound();
  if (contact.state === "erasing" || contact.state === "erased") throw conflict(m.contacts_is_erased());
  await notifyContactChanged(ctx, contact);
  return { contact };
}
