// Mail: the wire. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Email, Empty, line, page, prose, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { AddressProof } from "./address-proof/contract.ts";

export {
  AddressProof,
  approveMailDomain,
  askAddressCode,
  listMailDomains,
  MailDomain,
  proveMailAddress,
  readAddressProofs,
  withdrawMailDomain,
} from "./address-proof/contract.ts";
export { checkAddress, forwardMessage, resendAnswer, startMailConversation, uploadForMail } from "./composing/contract.ts";
export {
  isZone,
  NOTICE_EVENTS,
  type NoticeEvent,
  NoticeOverview,
  NoticeSettings,
  notificationsPath,
  readNotifications,
  saveNotifications,
} from "./notices/contract.ts";

const inProject = { projectId: idOf("project") };
const ofMessage = { ...inProject, messageId: idOf("message") };

export const PROVIDERS = ["resend", "cloudflare", "sendgrid"] as const;
export type Provider = (typeof PROVIDERS)[number];
/** Longest local part of a reply address: it is followed by `+` and 52 characters, and 64 is the limit (RFC 5321 §4.5.3.1.1). */
export const MAX_REPLY_LOCAL = 11;
/** Inbound addresses of one project. */
export const MAX_ADDRESSES = 20;

export { checkDns, type DnsRecord, type DnsVerdict, domainOf, isOwnToAccount, recordsOf } from "./dns/contract.ts";

export const InboundAddress = v.object({ address: v.string(), createdAt: Time });
export const EmailSettings = v.object({
  /** The address that answers come from; null = the installation's `EMAIL_FROM`. */
  sender: v.nullable(v.string()),
  /** Null = the project's name. An operator's answer says "Mia at Acme". */
  senderName: v.nullable(v.string()),
  /** Where answers to our mail go; its plus forms carry the conversation. Null = answers cannot be taken in. */
  replyAddress: v.nullable(v.string()),
  /** Stands below each answer. */
  signature: v.string(),
  /** Whether the widget asks visitors for an address. */
  askAddress: v.boolean(),
  /** Whether answers that a visitor did not see within ten minutes are sent to their address. */
  mailUnseen: v.boolean(),
});
export type EmailSettings = v.InferOutput<typeof EmailSettings>;
export const EmailOverview = v.object({
  settings: EmailSettings,
  addresses: v.array(InboundAddress),
  /** How each of these, and the sender without its plus form, stands. */
  proofs: v.array(AddressProof),
  sending: v.object({
    provider: v.nullable(v.picklist(PROVIDERS)),
    /** The address of the installation. Null without one. */
    from: v.nullable(v.string()),
    /** Names of the variables that are missing or wrong; mail is sent when there are none. */
    missing: v.array(v.string()),
    /** Whether the provider tells of bounces: `EMAIL_EVENTS_SECRET` is set. */
    events: v.boolean(),
    /** Whether DNS records can be checked: `DNS_RESOLVER_URL` is set. */
    checksDns: v.boolean(),
  }),
  receiving: v.object({
    /** Names of the variables that the two web doors are missing. The platform's own door needs none. */
    missing: v.array(v.string()),
    /** Addresses of the doors. */
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
    `Use an address with at most ${MAX_REPLY_LOCAL} characters before the @: 53 more are added to it.`,
  ),
  v.check((text) => !(text.split("@")[0] ?? "").includes("+"), "Use an address without a +."),
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
    /** Stay as they are when they are left out. */
    askAddress: v.optional(v.boolean()),
    mailUnseen: v.optional(v.boolean()),
  }),
  reply: EmailOverview,
  errors: ["conflict"],
});
/** Claims the address for the project: mail to it is kept, and taken in once it is proved. 409 when it can never be. Repeating is safe. */
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

/** An answer, a message passed on, a test, a notice to somebody of the team, the code that proves an address, answers that nobody saw. */
export const DELIVERY_KINDS = ["reply", "forward", "test", "notice", "code", "unseen", "confirm"] as const;
export const DELIVERY_STATES = ["queued", "sending", "sent", "bounced", "failed", "needs_review", "suppressed", "held"] as const;
export const Delivery = v.object({
  id: idOf("delivery"),
  kind: v.picklist(DELIVERY_KINDS),
  state: v.picklist(DELIVERY_STATES),
  /** Null after its erasure. */
  to: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  conversationId: v.nullable(idOf("conversation")),
  messageId: v.nullable(idOf("message")),
  provider: v.nullable(v.string()),
  providerId: v.nullable(v.string()),
  attempts: v.number(),
  /** A sentence that says why it is not sent, or not yet. */
  error: v.nullable(v.string()),
  /** About when a held mail goes by itself; null for every other, and for one that needs a person. */
  dueAt: v.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
});
export type Delivery = v.InferOutput<typeof Delivery>;
/** Sends a mail that says that mail works. Repeating answers the first one. */
export const sendTestMail = route({
  name: "sendTestMail",
  method: "POST",
  path: "/api/management/projects/:projectId/email/test",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, to: Email }),
  status: 202,
  reply: v.object({ delivery: Delivery }),
  errors: ["not_configured", "conflict", "rate_limited"],
});
/** The delivery log, newest first. */
export const listDeliveries = route({
  name: "listDeliveries",
  method: "GET",
  path: "/api/management/projects/:projectId/email/deliveries",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor), state: v.optional(v.picklist(DELIVERY_STATES)) }),
  reply: page(Delivery),
});
/** Sends again what failed, bounced or needs a review; a suppressed address is lifted first. The person decides that it may arrive twice. */
export const retryDelivery = route({
  name: "retryDelivery",
  method: "POST",
  path: "/api/management/projects/:projectId/email/deliveries/:deliveryId/retry",
  who: "admin",
  params: { ...inProject, deliveryId: idOf("delivery") },
  body: Empty,
  reply: v.object({ delivery: Delivery }),
  errors: ["not_configured", "conflict"],
});

const Reason = v.object({ rule: v.string(), evidence: v.string() });
export const Authentication = v.object({
  spf: v.nullable(v.string()),
  dkim: v.nullable(v.string()),
  dmarc: v.nullable(v.string()),
  /** Whether one of them passed for the sender's own domain, as our own door saw it. */
  aligned: v.boolean(),
});
export type Authentication = v.InferOutput<typeof Authentication>;
/** `waiting`: for the proof of the address that it came to. Nothing of it is shown before. */
export const RECEIPT_STATES = ["received", "admitting", "waiting", "admitted", "failed", "unreadable", "dropped"] as const;
export const Receipt = v.object({
  id: idOf("receipt"),
  messageId: v.nullable(idOf("message")),
  conversationId: v.nullable(idOf("conversation")),
  door: v.picklist(["platform", "gateway", "parse"]),
  state: v.picklist(RECEIPT_STATES),
  /** Null after its erasure, like the rest of what says who wrote. */
  envelopeFrom: v.nullable(v.string()),
  envelopeTo: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  size: v.number(),
  automatic: v.nullable(v.boolean()),
  reasons: v.array(Reason),
  error: v.nullable(v.string()),
  /** Whether the whole mail is still there. */
  raw: v.boolean(),
  attempts: v.number(),
  receivedAt: Time,
  admittedAt: v.nullable(Time),
});
export type Receipt = v.InferOutput<typeof Receipt>;
/** Mails as they came in, newest first. */
export const listInboundEmails = route({
  name: "listInboundEmails",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-emails",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor), state: v.optional(v.picklist(RECEIPT_STATES)) }),
  reply: page(Receipt),
});
/** The stored evidence of the mail that a message came from. */
export const readInboundEmail = route({
  name: "readInboundEmail",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-emails/:messageId",
  who: "admin",
  params: ofMessage,
  reply: v.object({ receipt: Receipt, authentication: v.nullable(Authentication) }),
});
/** The whole mail as it came, as a download: also one that became no message, as long as it is kept. */
export const readRawEmail = route({
  name: "readRawEmail",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-receipts/:receiptId/raw",
  who: "admin",
  params: { ...inProject, receiptId: idOf("receipt") },
  reply: "raw",
});

const Person = v.object({ name: v.string(), address: v.string() });
/** What a message says whose mail holds quoted text only. */
export const NOTHING_NEW = "(No new text)";

export const Mail = v.object({
  messageId: idOf("message"),
  direction: v.picklist(["in", "out"]),
  from: v.nullable(Person),
  to: v.array(Person),
  cc: v.array(Person),
  /** Whom nobody else sees. */
  bcc: v.array(v.string()),
  subject: v.nullable(v.string()),
  /** Null when no door of ours looked. */
  authentication: v.nullable(Authentication),
  /** Whether `/mail-view/:messageId` shows the mail as it was laid out. */
  html: v.boolean(),
  /** The message holds the beginning only; `/mail-view/:messageId` has the whole. */
  long: v.boolean(),
  /** The history that was quoted below, or null. Shown at once where the message says `NOTHING_NEW` or nothing. */
  quoted: v.nullable(v.string()),
  /** A message that was passed on to somebody else: no part of what the customer gets. */
  forwarded: v.boolean(),
  /** What became of an answer of ours. */
  delivery: v.nullable(v.object({ state: v.picklist(DELIVERY_STATES), error: v.nullable(v.string()), dueAt: v.nullable(Time) })),
});
export type Mail = v.InferOutput<typeof Mail>;
/** What only mails have of the newest 200 messages of a conversation that came or went by mail. */
export const readMails = route({
  name: "readMails",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/mails",
  who: "member",
  params: { ...inProject, conversationId: idOf("conversation") },
  reply: v.object({
    /** Where an answer goes, null when the contact has no address; `missing` names the variables without which none is sent. */
    answersTo: v.nullable(v.string()),
    proved: v.boolean(),
    missing: v.array(v.string()),
    /** The subject of an answer, where everybody who gets it has proved the address. */
    subject: v.string(),
    /** Who else got the customer's newest mail: for "Reply to all", and never included without it. */
    others: v.array(v.string()),
    /** Stands below each answer. */
    signature: v.string(),
    items: v.array(Mail),
  }),
});
/** A mail as it was laid out, below a policy of its own that runs and loads nothing; remote images only with `images=1`. */
export const viewMail = route({
  name: "viewMail",
  method: "GET",
  path: "/mail-view/:messageId",
  who: "account",
  params: { messageId: idOf("message") },
  query: v.object({ images: v.optional(v.picklist(["0", "1"])) }),
  reply: "raw",
});

// The doors. Their bodies are read by the verbs: a gateway's unknown fields never refuse its mail.
/** Raw `message/rfc822`, or JSON with `message` and what the gateway saw. */
export const receiveFromGateway = route({
  name: "receiveFromGateway",
  method: "POST",
  path: "/api/integrations/email/inbound",
  who: "gateway",
  body: "raw",
  reply: v.object({ status: v.picklist(["accepted", "ignored"]) }),
  errors: ["not_configured"],
});
/** The form of a hosted inbound parse; basic auth, the token is the password. 400 only for the null sender. */
export const receiveParsed = route({
  name: "receiveParsed",
  method: "POST",
  path: "/api/integrations/email/parse",
  who: "gateway",
  body: "raw",
  reply: v.object({ status: v.picklist(["accepted", "ignored"]) }),
  errors: ["not_configured"],
});
/** Delivery events of the provider, signed with `EMAIL_EVENTS_SECRET`. */
export const receiveEvents = route({
  name: "receiveEvents",
  method: "POST",
  path: "/api/integrations/email/events",
  who: "anyone",
  body: "raw",
  reply: Done,
  errors: ["not_configured"],
});
