// Creates, reads, changes and deletes companies.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type CompanyId, newId } from "#kernel/ids/index.ts";
import { writeJobs } from "#kernel/jobs/index.ts";
import { m } from "#messages";
import { auditThing } from "#modules/projects";
import { type Company, problemOfDomain } from "./contract.ts";
import { forgetting } from "./delete-with-project.ts";
import * as queries from "./queries.ts";
import { written } from "./written.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Given {
  readonly name?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly website?: string | null | undefined;
  readonly notes?: string | null | undefined;
}
/** Throws `invalid_request` for domains at which anybody gets an address. */
function mustBeOwn(domains: readonly string[]): void {
  const issues = domains.flatMap((domain, at) => {
    const message = problemOfDomain(domain);
    return message === undefined ? [] : [{ path: `domains.${at}`, message }];
  });
  if (issues.length > 0) throw invalidRequest(issues);
}
/** What the audit log keeps. Notes may be about people, whom an erasure could not find in it. */
const kept = ({ name, domains, website }: Pick<Company, "name" | "domains" | "website">) => ({ name, domains, website });
const taken = (other: { domain: string; id: CompanyId; name: string }) =>
  conflict(m.companies_domain_taken({ name: other.name, domain: other.domain }), { companyId: other.id });

/** Throws `conflict` if another company has one of the domains, and for a clientId of another company. */
export async function createCompany(
  ctx: Ctx,
  { clientId, name, domains = [], website, notes }: Given & { readonly clientId: string; readonly name: string },
): Promise<{ company: Company }> {
  const { projectId, accountId } = ctx.caller;
  mustBeOwn(domains);
  const now = ctx.clock.now();
  const id = newId("company", now);
  const company = { id, name, domains: [...new Set(domains)], website: website ?? null, notes: notes ?? null };
  const change = written(company, now);
  const [made, other] = await ctx.db.commitAndRead(
    [
      queries.writeCompany(projectId, change, { clientId, by: accountId }),
      auditThing(ctx, "companies.created", undefined, kept(company), { company: id }),
      ...queries.writeParts(projectId, change),
    ],
    queries.readCompanyBy(projectId, clientId),
    queries.readTaken(projectId, company.domains, id),
  );
  if (!made) {
    // The member was removed meanwhile.
    if (!other) throw notFound();
    throw taken(other);
  }
  if (made.id !== id) {
    if (made.name !== name) throw conflict(m.companies_same_client_id());
    ctx.reply.status = 200;
  }
  return { company: made };
}
export async function readCompany(ctx: Ctx, id: CompanyId): Promise<{ company: Company }> {
  const [company] = await ctx.db.read(queries.readCompany(ctx.caller.projectId, id));
  if (!company) throw notFound();
  return { company };
}
/** Throws `conflict` if somebody changed it meanwhile, or another company has one of the domains. */
export async function changeCompany(
  ctx: Ctx,
  id: CompanyId,
  { revision, name, domains, website, notes }: Given & { readonly revision: number },
): Promise<{ company: Company }> {
  const { projectId } = ctx.caller;
  mustBeOwn(domains ?? []);
  const [was] = await ctx.db.read(queries.readCompany(projectId, id));
  if (!was) throw notFound();
  if (was.revision !== revision) throw conflict(m.companies_changed_meanwhile(), { company: was });
  const company = {
    ...{ id, name: name ?? was.name, domains: domains === undefined ? was.domains : [...new Set(domains)] },
    ...{ website: website === undefined ? was.website : website, notes: notes === undefined ? was.notes : notes },
  };
  const change = written(company, ctx.clock.now());
  const [now, isOwn, other] = await ctx.db.commitAndRead(
    [
      queries.writeChange(projectId, change, revision),
      auditThing(ctx, "companies.changed", kept(was), kept(company), { company: id }),
      ...queries.writeParts(projectId, change),
    ],
    queries.readCompany(projectId, id),
    queries.readIsOwn(projectId, id, change.changeKey),
    queries.readTaken(projectId, company.domains, id),
  );
  if (!now) throw notFound();
  if (!isOwn) throw other ? taken(other) : conflict(m.companies_changed_meanwhile(), { company: now });
  return { company: now };
}
/** What members said of its contacts is forgotten by a job; until then it counts for nothing, because the company is gone. */
export async function deleteCompany(ctx: Ctx, id: CompanyId): Promise<{ company: Company }> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [company] = await ctx.db.read(queries.readCompany(projectId, id));
  if (!company) throw notFound();
  const deleted = queries.writeDeleted(projectId, id);
  const changes = await ctx.db.commit([
    ...deleted,
    auditThing(ctx, "companies.deleted", kept(company), undefined, { company: id }),
    writeJobs([forgetting(projectId, id, now)], now, queries.hasGiven(projectId, id)),
  ]);
  if (changes[deleted.length - 1] === 0) throw notFound();
  return { company };
}
