// Checks the DNS records of a project's sending domain, through the installation's resolver.
import { emailConfig } from "#modules/email";
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours, iso } from "#kernel/clock/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { conflict, notConfigured } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { belowLimits, customCounter, firstFull, limitRefusal, writeCounters } from "#kernel/limits/index.ts";
import { readChosen } from "#modules/email";
import { m } from "#messages";
import { type DnsRecord, type DnsVerdict, domainOf, isOwnToAccount, recordsOf } from "./contract.ts";
import { compareRecord } from "./compare-record.ts";
import { lookUp, type Found } from "./resolver.ts";

/** Checks of one project in an hour. Each makes at most eight DNS queries. */
const CHECKS = 30;
/** Parent domains at which a DMARC record is looked up (RFC 7489 section 6.6.3 uses the organizational domain). */
const MAX_ABOVE = 4;

type Ctx = RequestCtx<MemberPrincipal>;

/** Throws `not_configured` without a resolver or a provider, `conflict` without a domain, `rate_limited` after too many. */
export async function checkedDns(ctx: Ctx): Promise<{ domain: string; checkedAt: string; records: DnsVerdict[] }> {
  const email = emailConfig(ctx.config);
  const { provider, dnsResolver } = email;
  if (dnsResolver === undefined || provider === undefined)
    throw notConfigured(
      "email",
      [...(dnsResolver === undefined ? ["DNS_RESOLVER_URL"] : []), ...(provider === undefined ? ["EMAIL_PROVIDER"] : [])],
      m.email_settings_dns_not_checked(),
    );
  const now = ctx.clock.now();
  const counters = [customCounter("dnsChecksPerProjectHour", ctx.caller.projectId, now, hours(1), CHECKS)];
  const [settings] = await ctx.db.read(readChosen(ctx.caller.projectId));
  const domain = domainOf(settings.sender ?? email.from ?? "");
  if (domain === null) throw conflict(m.email_settings_no_sender());
  // The batch is one transaction, so the limit was read before this check was counted.
  const [full] = await ctx.db.commitAndRead(
    [writeCounters(counters, belowLimits(counters))],
    queryOne(sql`SELECT ${firstFull(counters)} ${as.numberOrNull("full")}, changes() ${as.number("counted")}`, (row) =>
      row.counted === 0 ? row.full : null,
    ),
  );
  const refused = counters[full ?? -1];
  if (refused) throw limitRefusal(refused, now);
  const records = await Promise.all(recordsOf(provider, domain).map((record) => verdictOf(ctx, dnsResolver, record, domain)));
  return { domain, checkedAt: iso(now), records };
}

async function verdictOf(ctx: Ctx, resolver: string, record: DnsRecord, domain: string): Promise<DnsVerdict> {
  const { key } = record;
  if (isOwnToAccount(record.name)) return { key, status: "unknown", found: [], says: m.email_settings_dns_own_name() };
  // A DKIM CNAME is queried as TXT: the resolver follows the alias to the key.
  const found = await lookUp(ctx, resolver, record.name, record.type === "CNAME" ? "TXT" : record.type);
  const verdict = compareRecord(record, found);
  const { status, says } = verdict;
  if (key === "dmarc" && status === "missing") return { key, ...(await dmarcAbove(ctx, resolver, record, domain)) };
  return { key, status, found: [...verdict.found], says };
}

/** The DMARC record of a parent domain, which applies to its subdomains too. */
async function dmarcAbove(ctx: Ctx, resolver: string, record: DnsRecord, domain: string): Promise<Omit<DnsVerdict, "key">> {
  const labels = domain.split(".");
  const above = labels
    .slice(1, -1)
    .map((_, i) => labels.slice(i + 1).join("."))
    .slice(-MAX_ABOVE);
  for (const name of above) {
    const found: Found = await lookUp(ctx, resolver, `_dmarc.${name}`, "TXT");
    const { status, says, found: values } = compareRecord(record, found);
    if (status !== "missing")
      return { status, found: [...values], says: [`At _dmarc.${name}.`, says].filter((one) => one !== null).join(" ") };
  }
  return { status: "missing", found: [], says: null };
}
