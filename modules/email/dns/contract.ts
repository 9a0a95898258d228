// The check of DNS records: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Empty, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { RECORD_KEYS } from "./records.ts";

export { type DnsRecord, domainOf, isOwnToAccount, type RecordKey, recordsOf } from "./records.ts";

export const DnsVerdict = v.object({
  key: v.picklist(RECORD_KEYS),
  /** `unknown` = nobody could say: the resolver failed, or the name is the account's own. */
  status: v.picklist(["found", "missing", "wrong", "unknown"]),
  found: v.array(v.string()),
  /** What is wrong or worth knowing. */
  says: v.nullable(v.string()),
});
export type DnsVerdict = v.InferOutput<typeof DnsVerdict>;

/** Asks the configured resolver for the records of the domain that this project sends from, and for no other. */
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
