// The DNS records of a sending domain as each provider documents them, and the wire contract of their check. Browser-safe. Sources:
// - Resend: https://resend.com/docs/add-a-domain and its Domain Connect template,
//   https://github.com/Domain-Connect/Templates/blob/master/resend.com.mail.json
// - SendGrid: https://www.twilio.com/docs/sendgrid/ui/account-and-settings/how-to-set-up-domain-authentication
//   (with Automated Security, which is the default: three CNAME records)
// - Cloudflare: https://developers.cloudflare.com/email-service/configuration/domains/ and …/reference/postmaster/
// - DMARC: RFC 7489 section 6.3. `p=none` only monitors; receivers report to the address of `rua`.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Empty, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

/** Repeated from the configuration, which browsers must not load. */
type Provider = "resend" | "sendgrid" | "cloudflare";
export const RECORD_KEYS = ["bounces", "spf", "dkim", "dkim2", "dmarc"] as const;
export type RecordKey = (typeof RECORD_KEYS)[number];

export interface DnsRecord {
  readonly key: RecordKey;
  readonly type: "TXT" | "MX" | "CNAME";
  /** The full name, with "…" in place of an account-specific part. */
  readonly name: string;
  /** One value, or several for a name with several records, with "…" in place of parts that only the provider's dashboard shows. */
  readonly values: readonly string[];
}

/** Whether a text has an account-specific part. */
export const isOwnToAccount = (text: string): boolean => text.includes("…");

const dmarc = (domain: string): DnsRecord => ({
  key: "dmarc",
  type: "TXT",
  name: `_dmarc.${domain}`,
  values: [`v=DMARC1; p=none; rua=mailto:dmarc@${domain}`],
});
const OF_PROVIDERS: Readonly<Record<Provider, (domain: string) => readonly DnsRecord[]>> = {
  resend: (domain) => [
    { key: "bounces", type: "MX", name: `send.${domain}`, values: ["10 feedback-smtp.….amazonses.com"] },
    { key: "spf", type: "TXT", name: `send.${domain}`, values: ["v=spf1 include:amazonses.com ~all"] },
    { key: "dkim", type: "TXT", name: `resend._domainkey.${domain}`, values: ["p=…"] },
  ],
  sendgrid: (domain) => [
    { key: "bounces", type: "CNAME", name: `em….${domain}`, values: ["u….wl….sendgrid.net"] },
    { key: "dkim", type: "CNAME", name: `s1._domainkey.${domain}`, values: ["s1.domainkey.u….wl….sendgrid.net"] },
    { key: "dkim2", type: "CNAME", name: `s2._domainkey.${domain}`, values: ["s2.domainkey.u….wl….sendgrid.net"] },
  ],
  cloudflare: (domain) => [
    { key: "bounces", type: "MX", name: `cf-bounce.${domain}`, values: [1, 2, 3].map((n) => `… route${n}.mx.cloudflare.net`) },
    { key: "spf", type: "TXT", name: `cf-bounce.${domain}`, values: ["v=spf1 include:_spf.mx.cloudflare.net ~all"] },
    { key: "dkim", type: "TXT", name: `cf-bounce._domainkey.${domain}`, values: ["v=DKIM1; …"] },
  ],
};
/** The records that a provider needs for a domain, and the recommended first one for DMARC. */
export const recordsOf = (provider: Provider, domain: string): readonly DnsRecord[] => [...OF_PROVIDERS[provider](domain), dmarc(domain)];

/** The domain of an address in ASCII; null when it is not a valid domain. */
export function domainOf(address: string): string | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (!address.includes("@") || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname) && hostname.length <= 200
    ? hostname
    : null;
}

export const DnsVerdict = v.object({
  key: v.picklist(RECORD_KEYS),
  /** `unknown`: the resolver failed, or the name is account-specific. */
  status: v.picklist(["found", "missing", "wrong", "unknown"]),
  found: v.array(v.string()),
  /** A sentence on what is wrong or worth knowing. */
  says: v.nullable(v.string()),
});
export type DnsVerdict = v.InferOutput<typeof DnsVerdict>;

/** Looks up the records of the project's sending domain, and of no other, with the configured resolver. */
export const checkDns = route({
  name: "checkDns",
  method: "POST",
  path: "/api/management/projects/:projectId/email/dns-checks",
  who: "admin",
  params: { projectId: idOf("project") },
  body: Empty,
  reply: v.object({ domain: v.string(), checkedAt: Time, records: v.array(DnsVerdict) }),
  errors: ["not_configured", "conflict", "rate_limited"],
});
