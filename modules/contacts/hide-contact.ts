// Hides and blocks a contact. Blocking is not erasure.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { audit } from "#modules/projects";
import { visitorSessionsEnded } from "./extension.ts";
import { notifyContactChanged } from "./notify-contact-changed.ts";
import { readContact, writeState } from "./queries.ts";

/**
 * Hides and blocks, then closes the sockets. Sessions stay but open nothing, so that a returning browser learns that it is blocked and
 * does not start as a new contact. Repeating is safe.
 */
export async function hideContact(ctx: RequestCtx<MemberPrincipal>, id: ContactId) {
  const { projectId } = ctx.caller;
  const [contact] = await ctx.db.commitAndRead(
    [writeState(projectId, id, "active", "hidden"), audit(ctx, "contact.hidden", { detail: { contact: id } })],
    readContact(projectId, id),
  );
  if (!contact) throw notFound();
  for (const notify of ctx.registry.extensions.of(visitorSessionsEnded)) await notify(ctx, { projectId, contactId: id, reason: "blocked" });
  await notifyContactChanged(ctx, contact);
  return { contact };
}
