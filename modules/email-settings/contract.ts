// Wire contract of the email settings of a project. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Email, line, prose, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { AddressProof } from "#modules/address-verification/contract";
import { PROVIDERS, EmailSettings } from "#modules/email/contract";
import { m } from "#messages";

export { checkDns, type DnsRecord, type DnsVerdict, domainOf, isOwnToAccount, recordsOf } from "./dns/contract.ts";

const inProject = { projectId: idOf("project") };
/** Longest local part of a reply address: it is followed by `+` and 52 characters, and 64 is the limit (RFC 5321 §4.5.3.1.1). */
export const MAX_REPLY_LOCAL = 11;
/** Inbound addresses of one project. */
export const MAX_ADDRESSES = 20;
export const InboundAddress = v.object({ address: v.string(), createdAt: Time });
export const EmailOverview = v.object({
  settings: EmailSettings,
  addresses: v.array(InboundAddress),
  /** The ownership state of each address, and of the sender without its plus form. */
  proofs: v.array(AddressProof),
  sending: v.object({
    provider: v.nullable(v.picklist(PROVIDERS)),
    /** The installation's own sender; null without one. */
    from: v.nullable(v.string()),
    /** Names of the variables that are missing or invalid; mail can be sent when there are none. */
    missing: v.array(v.string()),
    /** Whether the provider reports bounces: `EMAIL_EVENTS_SECRET` is set. */
    events: v.boolean(),
    /** Whether DNS records can be checked: `DNS_RESOLVER_URL` is set. */
    checksDns: v.boolean(),
  }),
  receiving: v.object({
    /** Names of the missing variables of the two web channels. The platform's own channel needs none. */
    missing: v.array(v.string()),
    /** URLs of the two web channels. */
    inbound: v.string(),
    parse: v.string(),
    events: v.string(),
  }),
});
export type EmailOverview = v.InferOutput<typeof EmailOverview>;
export const readEmailSettings = route({
  name: "readEmailSettings",
  method: "GET",
  path: "/api/management/projects/:projectId/email",
  who: "admin",
  params: inProject,
  reply: EmailOverview,
});
const ReplyAddress = v.pipe(
  Email,
  v.check(
    (text) => (text.split("@")[0] ?? "").length <= MAX_REPLY_LOCAL,
    () => m.email_settings_reply_address_too_long({ max: MAX_REPLY_LOCAL }),
  ),
  v.check((text) => !(text.split("@")[0] ?? "").includes("+"), m.email_settings_reply_address_plus),
);
export const saveEmailSettings = route({
  name: "saveEmailSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/email",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    sender: v.nullable(Email),
    senderName: v.nullable(line(80)),
    replyAddress: v.nullable(ReplyAddress),
    signature: prose(1000, 0),
    /** Unchanged when left out, like the next field. */
    askAddress: v.optional(v.boolean()),
    mailUnseen: v.optional(v.boolean()),
  }),
  reply: EmailOverview,
  errors: ["conflict"],
});
/** Claims the address: mail to it is held, and admitted once ownership is proved. 409 when that is impossible. Repeating is safe. */
export const addInboundAddress = route({
  name: "addInboundAddress",
  method: "POST",
  path: "/api/management/projects/:projectId/email/addresses",
  who: "admin",
  params: inProject,
  body: v.strictObject({ address: Email }),
  reply: EmailOverview,
  errors: ["conflict"],
});
export const removeInboundAddress = route({
  name: "removeInboundAddress",
  method: "POST",
  path: "/api/management/projects/:projectId/email/addresses/remove",
  who: "admin",
  params: inProject,
  body: v.strictObject({ address: Email }),
  reply: EmailOverview,
});
