// The company of a contact: read, set by hand, or left to the domain of its address again.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { CompanyId, ContactId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { type CompanyOfContact, problemOfDomain } from "./contract.ts";
import { type OfContact, readOfContact, writeCleared, writeGiven } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const answerOf = ({ company, given, domain }: OfContact): CompanyOfContact => ({
  company,
  by: given ? "hand" : company ? "domain" : null,
  freeDomain: company === null && domain !== null && problemOfDomain(domain) === undefined ? domain : null,
});

export async function readContactCompany(ctx: Ctx, contactId: ContactId): Promise<CompanyOfContact> {
  const [found] = await ctx.db.read(readOfContact(ctx.caller.projectId, contactId));
  if (!found.exists) throw notFound();
  return answerOf(found);
}
/** Throws `conflict` for an erased contact. */
export async function setContactCompany(ctx: Ctx, contactId: ContactId, companyId: CompanyId | null): Promise<CompanyOfContact> {
  const { projectId, accountId } = ctx.caller;
  const [found] = await ctx.db.commitAndRead(
    [writeGiven(projectId, contactId, { companyId, by: accountId, now: ctx.clock.now() })],
    readOfContact(projectId, contactId),
  );
  if (!found.exists) throw notFound();
  if (!found.there) throw conflict(m.companies_contact_erased());
  // The company is not there, or the member was removed meanwhile.
  if (!found.given || (found.company?.id ?? null) !== companyId) throw notFound();
  return answerOf(found);
}
export async function clearContactCompany(ctx: Ctx, contactId: ContactId): Promise<CompanyOfContact> {
  const { projectId } = ctx.caller;
  const [found] = await ctx.db.commitAndRead([writeCleared(projectId, contactId)], readOfContact(projectId, contactId));
  if (!found.exists) throw notFound();
  return answerOf(found);
}
