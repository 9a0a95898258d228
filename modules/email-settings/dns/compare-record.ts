// Compares the records found at a name with those that a provider requires. Pure.
import { m } from "#messages";
import type { DnsRecord } from "./contract.ts";
import type { Found } from "./resolver.ts";

export interface Verdict {
  readonly status: "found" | "missing" | "wrong" | "unknown";
  /** The records found, shortened. */
  readonly found: readonly string[];
  /** What is wrong or worth knowing, as a sentence. */
  readonly says: string | null;
}

/** Bounds on how many found values are shown, and how much of each. */
const SHOWN = 5;
const SHOWN_CHARACTERS = 300;
/** RFC 7208 section 4.6.4. */
const MAX_SPF_LOOKUPS = 10;

const shortened = (values: readonly string[]): string[] =>
  values.slice(0, SHOWN).map((value) => (value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value));
const missing: Verdict = { status: "missing", found: [], says: null };
const right = (found: readonly string[], says: string | null = null): Verdict => ({ status: "found", found: shortened(found), says });
const wrong = (found: readonly string[], says: string): Verdict => ({ status: "wrong", found: shortened(found), says });

/** Compares a required record with what was found. `record.name` must not have an account-specific part. */
export function compareRecord(record: DnsRecord, found: Found): Verdict {
  if (found.kind === "failed") return { status: "unknown", found: [], says: found.reason };
  if (record.key === "spf") return spf(record, found.values);
  if (record.key === "dmarc") return dmarc(found.values);
  if (record.key === "bounces") return mx(record, found.values);
  return dkim(record, found);
}

/** The SPF mechanisms and the modifier that cause DNS lookups, counted in this record only. */
const LOOKUPS = /^[-+~?]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$)|exists:)|^redirect=/i;
function spf({ values: [wanted = ""] }: DnsRecord, texts: readonly string[]): Verdict {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined) return missing;
  if (records.length > 1) return wrong(records, m.email_settings_spf_several());
  const terms = record.split(/ +/).slice(1);
  const include = wanted.split(" ").find((term) => term.startsWith("include:")) ?? "";
  if (!terms.some((term) => term.toLowerCase().replace(/^\+/, "") === include))
    return wrong(records, m.email_settings_spf_lacks({ include }));
  if (terms.some((term) => /^\+?all$/i.test(term))) return wrong(records, m.email_settings_spf_allows_all());
  const lookups = terms.filter((term) => LOOKUPS.test(term)).length;
  if (lookups > MAX_SPF_LOOKUPS) return wrong(records, m.email_settings_spf_lookups({ lookups, max: MAX_SPF_LOOKUPS }));
  return right(records);
}

function dmarc(texts: readonly string[]): Verdict {
  const records = texts.filter((text) => /^v=DMARC1\s{0,5}(?:;|$)/i.test(text));
  const [record] = records;
  if (record === undefined) return missing;
  if (records.length > 1) return wrong(records, m.email_settings_dmarc_several());
  const policy = tagOf(record, "p");
  if (policy === undefined || !["none", "quarantine", "reject"].includes(policy)) return wrong(records, m.email_settings_dmarc_policy());
  if (policy !== "none") return right(records);
  return right(records, tagOf(record, "rua") === undefined ? m.email_settings_dmarc_no_reports() : m.email_settings_dmarc_monitors());
}
const tagOf = (record: string, tag: string): string | undefined =>
  record
    .split(";")
    .map((one) => one.trim().split("="))
    .find(([name]) => name?.trim().toLowerCase() === tag)?.[1]
    ?.trim()
    .toLowerCase();

/** The host of an MX value such as "10 host"; may have "…" for an account-specific part. */
const hostOf = (value: string): string => value.split(" ").at(-1) ?? "";
const fits = (form: string, host: string): boolean => {
  const parts = form.split("…");
  return host.startsWith(parts[0] ?? "") && host.endsWith(parts.at(-1) ?? "") && host.length >= form.length - (parts.length - 1);
};
function mx({ values }: DnsRecord, hosts: readonly string[]): Verdict {
  if (hosts.length === 0) return missing;
  const without = values.map(hostOf).filter((form) => !hosts.some((host) => fits(form, hostOf(host))));
  return without.length === 0 ? right(hosts) : wrong(hosts, m.email_settings_mx_lacks({ names: without.join(", ") }));
}

/** A DKIM record is right when its key was found, or the provider's name that leads to one. */
function dkim({ type, values: [form = ""] }: DnsRecord, { values, aliases }: Extract<Found, { kind: "answer" }>): Verdict {
  const key = values.find((text) => /(?:^|;)\s{0,5}p\s{0,5}=/i.test(text));
  if (key === undefined) {
    if (aliases.length > 0) return wrong(aliases, m.email_settings_dkim_alias_without_key());
    return values.length === 0 ? missing : wrong(values, m.email_settings_dkim_no_key());
  }
  if (tagOf(key, "p") === "") return wrong([key], m.email_settings_dkim_revoked());
  const [alias] = aliases;
  if (type === "CNAME" && alias !== undefined && !fits(form, alias))
    return wrong(aliases, m.email_settings_dns_points_elsewhere({ target: form }));
  return right(alias === undefined ? [key] : aliases);
}
