// Unblocks a hidden contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { notifyContactChanged } from "./notify-contact-changed.ts";
import { readContact, writeState } from "./queries.ts";

/** Unblocks: the contact's sessions were kept and work again, so the browser continues as the same contact. */
export async function restoreContact(ctx: RequestCtx<MemberPrincipal>, id: ContactId) {
  const { projectId } = ctx.caller;
  const [contact] = await ctx.db.commitAndRead(
    [writeState(projectId, id, "hidden", "active"), audit(ctx, "contact.restored", { detail: { contact: id } })],
    readContact(projectId, id),
  );
  if (!contact) throw notFound();
  if (contact.state !== "active") throw conflict(m.contacts_not_restorable());
  await notifyContactChanged(ctx, contact);
  return { contact };
}
