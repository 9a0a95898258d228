// Creates a lead, by hand or from a contact.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AccountId, type ContactId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { readContactOrKept } from "#modules/contacts";
import { readMember } from "#modules/projects";
import { domainOfAddress, isOwnHost, type Lead } from "./contract.ts";
import { readDuplicates, readLeadBy, readLeadOfContact, writeLeads } from "./queries.ts";
import { sameKeyOf, wordsOfLead } from "./words.ts";

export interface Given {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly role?: string | null | undefined;
}
export type Fields = Pick<Lead, "name" | "email" | "company" | "domain" | "role">;
/** The company's domain is that of the address, unless another is given. */
export const fieldsOf = ({ name, email, company, domain, role }: Given): Fields => ({
  name: name ?? null,
  email: email ?? null,
  company: company ?? null,
  domain: domain && isOwnHost(domain) ? domain : email ? (domainOfAddress(email) ?? null) : null,
  role: role ?? null,
});
export const saysNothing = ({ name, email, company, domain }: Fields): boolean =>
  [name, email, company, domain].every((one) => one === null);

/** Throws `invalid_request` unless the account is a member of the project. */
export async function mustBeMember(ctx: RequestCtx<MemberPrincipal>, ownerId: AccountId): Promise<void> {
  const [member] = await ctx.db.read(readMember(ctx.caller.projectId, ownerId));
  if (!member) throw invalidRequest([{ path: "ownerId", message: m.leads_owner_no_member() }]);
}

interface Input extends Given {
  readonly clientId: string;
  readonly contactId?: ContactId | undefined;
  readonly ownerId?: AccountId | undefined;
}
/** Throws `conflict` if a lead has the address or is the contact already, and for a clientId of another lead. */
export async function createLead(
  ctx: RequestCtx<MemberPrincipal>,
  { clientId, contactId, ownerId, ...given }: Input,
): Promise<{ lead: Lead }> {
  const { projectId, accountId } = ctx.caller;
  if (ownerId !== undefined) await mustBeMember(ctx, ownerId);
  const contact = contactId === undefined ? undefined : await readActive(ctx, projectId, contactId);
  if (contact) {
    const [known, own] = await ctx.db.read(readLeadOfContact(projectId, contact.id), readLeadBy(projectId, clientId));
    if (known && known.id !== own?.id) throw conflict(m.leads_contact_is_lead(), { leadId: known.id });
  }
  const fields = fieldsOf({ ...given, name: given.name ?? contact?.name, email: given.email ?? contact?.email });
  if (saysNothing(fields)) throw invalidRequest([{ path: "", message: m.leads_says_nothing() }]);
  const now = ctx.clock.now();
  const id = newId("lead", now);
  const lead = { id, clientId, ...fields, contactId: contact?.id ?? null, words: wordsOfLead(fields), sameKey: sameKeyOf(fields) };
  const [made, taken] = await ctx.db.commitAndRead(
    writeLeads(projectId, [lead], { by: accountId, ownerId: ownerId ?? null, now }),
    readLeadBy(projectId, clientId),
    readDuplicates(projectId, [{ key: "", email: fields.email, domain: null, sameKey: "" }]),
  );
  if (!made) {
    const other = taken.get("");
    // The member was removed, or the contact erased, meanwhile.
    if (!other) throw notFound();
    throw conflict(m.leads_address_taken(), { leadId: other.leadId });
  }
  if (made.id !== id) {
    if (made.email !== fields.email || made.name !== fields.name) throw conflict(m.leads_same_client_id());
    ctx.reply.status = 200;
  }
  return { lead: made };
}
async function readActive(ctx: RequestCtx<MemberPrincipal>, projectId: ProjectId, contactId: ContactId) {
  const [contact] = await ctx.db.read(readContactOrKept(projectId, contactId));
  if (!contact || contact.state === "erased" || contact.state === "erasing") throw notFound();
  return contact;
}
