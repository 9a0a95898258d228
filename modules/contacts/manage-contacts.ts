// Lets members list, edit, block and restore contacts. Blocking is not erasure.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ContactId } from "#kernel/ids/index.ts";
import { writeAudit } from "#modules/projects";
import { m } from "#messages";
import type { Contact } from "./contract.ts";
import { contactChanged, visitorSessionsEnded } from "./extension.ts";
import { readContact, readContacts, readContactsBy, writeContact, writeState } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

export async function listContacts(
  ctx: Ctx,
  query: { cursor?: string | undefined; q?: string | undefined; hidden?: "0" | "1" | undefined },
) {
  const state = query.hidden === "1" ? "hidden" : "active";
  if (query.q !== undefined && query.q !== "")
    return { items: (await ctx.db.read(readContactsBy(ctx.caller.projectId, state, query.q, PAGE)))[0], next: null };
  const [found] = await ctx.db.read(readContacts(ctx.caller.projectId, state, decodeCursor(query.cursor)?.id, PAGE + 1));
  const last = found[PAGE - 1];
  return { items: found.slice(0, PAGE), next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}

export async function oneContact(ctx: Ctx, id: ContactId) {
  const [contact] = await ctx.db.read(readContact(ctx.caller.projectId, id));
  if (!contact) throw notFound();
  return { contact };
}

export async function changeContact(
  ctx: Ctx,
  id: ContactId,
  change: { name?: string | null | undefined; email?: string | null | undefined },
) {
  const [contact] = await ctx.db.commitAndRead([writeContact(ctx.caller.projectId, id, change)], readContact(ctx.caller.projectId, id));
  if (!contact) throw notFound();
  if (contact.state === "erasing" || contact.state === "erased") throw conflict(m.contacts_is_erased());
  return await notified(ctx, contact);
}

/**
 * Hides and blocks, then closes the sockets. Sessions stay but open nothing, so that a returning browser learns that it is blocked and
 * does not start as a new contact. Repeating is safe.
 */
export async function hideContact(ctx: Ctx, id: ContactId) {
  const { projectId } = ctx.caller;
  const [contact] = await ctx.db.commitAndRead(
    [
      writeState(projectId, id, "active", "hidden"),
      writeAudit(
        { projectId, actor: actorOf(ctx.caller), action: "contact.hidden", detail: { contact: id }, now: ctx.clock.now() },
        sql`changes() > 0`,
      ),
    ],
    readContact(projectId, id),
  );
  if (!contact) throw notFound();
  for (const notify of ctx.registry.extensions.of(visitorSessionsEnded)) await notify(ctx, { projectId, contactId: id, reason: "blocked" });
  return await notified(ctx, contact);
}

/** Unblocks: the contact's sessions were kept and work again, so the browser continues as the same contact. */
export async function restoreContact(ctx: Ctx, id: ContactId) {
  const { projectId } = ctx.caller;
  const [contact] = await ctx.db.commitAndRead(
    [
      writeState(projectId, id, "hidden", "active"),
      writeAudit(
        { projectId, actor: actorOf(ctx.caller), action: "contact.restored", detail: { contact: id }, now: ctx.clock.now() },
        sql`changes() > 0`,
      ),
    ],
    readContact(projectId, id),
  );
  if (!contact) throw notFound();
  if (contact.state !== "active") throw conflict(m.contacts_not_restorable());
  return await notified(ctx, contact);
}

/** Notifies the other members of a change and answers it. */
async function notified(ctx: Ctx, contact: Contact): Promise<{ contact: Contact }> {
  for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId: ctx.caller.projectId, contact });
  return { contact };
}
