// Lets the installation's first owner approve domains for projects: the only proof for a domain whose mail is routed to this installation,
// because a code mailed there would arrive at our own channels.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { isoOrNull } from "#kernel/clock/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { projectIsLive, writeAudit } from "#modules/projects";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { canonicalAddress, domainOf } from "#modules/email";
import { m } from "#messages";
import type { MailDomain } from "../contract.ts";
import { publicPageStatements, holdStatements } from "./hold-address.ts";
import { type Domain, isApproved, readAddressesOfDomain, readDomains, writeApproved, writeWithdrawn } from "./queries.ts";

type Ctx = RequestCtx<AccountPrincipal>;
type Answer = { items: MailDomain[]; next: null };

function mustBeFirstOwner({ caller }: Ctx): void {
  if (!caller.isFirstOwner) throw forbidden(m.address_verification_only_first_owner());
}
const toAnswer = (found: readonly Domain[]): Answer => ({
  items: found.map((one) => ({ ...one, approvedAt: isoOrNull(one.approvedAt) })),
  next: null,
});
const ascii = (domain: string): string => domainOf(canonicalAddress(`x@${domain}`));

export async function mailDomains(ctx: Ctx): Promise<Answer> {
  mustBeFirstOwner(ctx);
  const [found] = await ctx.db.read(readDomains());
  return toAnswer(found);
}

export async function approveDomain(ctx: Ctx, input: { domain: string; projectId: ProjectId }): Promise<Answer> {
  mustBeFirstOwner(ctx);
  const { projectId } = input;
  const domain = ascii(input.domain);
  const now = ctx.clock.now();
  const approved = isApproved(projectId, domain);
  const [addresses] = await ctx.db.read(readAddressesOfDomain(projectId, domain));
  const [there, found] = await ctx.db.commitAndRead(
    [
      writeApproved(projectId, domain, ctx.caller.accountId, now),
      writeAudit({ projectId, actor: ctx.caller, action: "email.domain_approved", detail: { domain }, now }, sql`changes() > 0`),
      ...addresses.flatMap((address) => holdStatements(ctx, projectId, address, approved)),
    ],
    queryOne(sql`SELECT ${projectIsLive(projectId)} ${as.number("there")}`, (row) => row.there !== 0),
    readDomains(),
  );
  if (there !== true) throw notFound();
  return toAnswer(found);
}

export async function withdrawDomain(ctx: Ctx, input: { domain: string; projectId: ProjectId }): Promise<Answer> {
  mustBeFirstOwner(ctx);
  const { projectId } = input;
  const domain = ascii(input.domain);
  const now = ctx.clock.now();
  const answers = sql`EXISTS (SELECT 1 FROM email_settings s JOIN address_claims c ON c.project_id = s.project_id AND c.address = s.reply_address WHERE s.project_id = ${projectId} AND c.domain = ${domain})`;
  const [there, found] = await ctx.db.commitAndRead(
    [
      ...writeWithdrawn(projectId, domain, ctx.caller.accountId),
      writeAudit({ projectId, actor: ctx.caller, action: "email.domain_withdrawn", detail: { domain }, now }, sql`changes() > 0`),
      ...publicPageStatements(ctx, projectId, answers),
    ],
    queryOne(sql`SELECT ${projectIsLive(projectId)} ${as.number("there")}`, (row) => row.there !== 0),
    readDomains(),
  );
  if (there !== true) throw notFound();
  return toAnswer(found);
}
