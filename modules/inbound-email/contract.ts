// Wire contract of received mail. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, page, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ofMessage = { ...inProject, messageId: idOf("message") };
const Reason = v.object({ rule: v.string(), evidence: v.string() });
export const Authentication = v.object({
  spf: v.nullable(v.string()),
  dkim: v.nullable(v.string()),
  dmarc: v.nullable(v.string()),
  /** Whether one of the checks passed for the sender's own domain, as our own channel saw it. */
  aligned: v.boolean(),
});
export type Authentication = v.InferOutput<typeof Authentication>;
/** `waiting`: until the address that it was sent to is verified. Nothing of the mail is shown before. */
export const RECEIPT_STATES = ["received", "admitting", "waiting", "admitted", "failed", "unreadable", "dropped"] as const;
export const Receipt = v.object({
  id: idOf("receipt"),
  messageId: v.nullable(idOf("message")),
  conversationId: v.nullable(idOf("conversation")),
  door: v.picklist(["platform", "gateway", "parse"]),
  state: v.picklist(RECEIPT_STATES),
  /** Null after an erasure, like the other fields about the sender. */
  envelopeFrom: v.nullable(v.string()),
  envelopeTo: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  size: v.number(),
  automatic: v.nullable(v.boolean()),
  reasons: v.array(Reason),
  error: v.nullable(v.string()),
  /** Whether the original mail is still stored. */
  raw: v.boolean(),
  attempts: v.number(),
  receivedAt: Time,
  admittedAt: v.nullable(Time),
});
export type Receipt = v.InferOutput<typeof Receipt>;
/** Received mails, newest first. */
export const listInboundEmails = route({
  name: "listInboundEmails",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-emails",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor), state: v.optional(v.picklist(RECEIPT_STATES)) }),
  reply: page(Receipt),
});
/** The receipt of the mail that a message came from. */
export const readInboundEmail = route({
  name: "readInboundEmail",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-emails/:messageId",
  who: "admin",
  params: ofMessage,
  reply: v.object({ receipt: Receipt, authentication: v.nullable(Authentication) }),
});
/** Downloads the original mail, also of one that did not become a message, as long as it is kept. */
export const readRawEmail = route({
  name: "readRawEmail",
  method: "GET",
  path: "/api/management/projects/:projectId/inbound-receipts/:receiptId/raw",
  who: "admin",
  params: { ...inProject, receiptId: idOf("receipt") },
  reply: "raw",
});
/** The text of a message whose mail contains only quoted text. */
export const NOTHING_NEW = "(No new text)";
/** A mail's HTML, below a Content-Security-Policy that runs and loads nothing; remote images only with `images=1`. */
export const viewMail = route({
  name: "viewMail",
  method: "GET",
  path: "/mail-view/:messageId",
  who: "account",
  params: { messageId: idOf("message") },
  query: v.object({ images: v.optional(v.picklist(["0", "1"])) }),
  reply: "raw",
});
// The channels. The verbs parse the bodies themselves, so that unknown fields of a gateway never refuse its mail.
/** Raw `message/rfc822`, or JSON with `message` and the envelope. */
export const receiveFromGateway = route({
  name: "receiveFromGateway",
  method: "POST",
  path: "/api/integrations/email/inbound",
  who: "gateway",
  body: "raw",
  reply: v.object({ status: v.picklist(["accepted", "ignored"]) }),
  errors: ["not_configured"],
});
/** The form of a hosted inbound parse service. Basic auth with the token as password. 400 only for the null sender. */
export const receiveParsed = route({
  name: "receiveParsed",
  method: "POST",
  path: "/api/integrations/email/parse",
  who: "gateway",
  body: "raw",
  reply: v.object({ status: v.picklist(["accepted", "ignored"]) }),
  errors: ["not_configured"],
});
