// Wire contract of sending mail. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Done, Empty, ClientId, Cursor, Email, page, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

export const PROVIDERS = ["resend", "cloudflare", "sendgrid"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const EmailSettings = v.object({
  /** The address that replies are sent from; null: the installation's `EMAIL_FROM`. */
  sender: v.nullable(v.string()),
  /** Null: the project's name. An operator's reply shows "Mia at Acme". */
  senderName: v.nullable(v.string()),
  /** Where replies to our mail go; its plus forms name the conversation. Null: replies cannot be received. */
  replyAddress: v.nullable(v.string()),
  /** Appended to each reply. */
  signature: v.string(),
  /** Whether the widget asks visitors for an address. */
  askAddress: v.boolean(),
  /** Whether missed replies are mailed to the visitor. */
  mailUnseen: v.boolean(),
});
export type EmailSettings = v.InferOutput<typeof EmailSettings>;

/** Kinds of mail: reply, forwarded message, test mail, notification, code, missed replies (`unseen`), confirmation, reviewed outreach, the question how a conversation was. */
export const DELIVERY_KINDS = ["reply", "forward", "test", "notice", "code", "unseen", "confirm", "outreach", "satisfaction"] as const;
export const DELIVERY_STATES = ["queued", "sending", "sent", "bounced", "failed", "needs_review", "suppressed", "held"] as const;
export const Delivery = v.object({
  id: idOf("delivery"),
  kind: v.picklist(DELIVERY_KINDS),
  state: v.picklist(DELIVERY_STATES),
  /** Null after it was erased. */
  to: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  conversationId: v.nullable(idOf("conversation")),
  messageId: v.nullable(idOf("message")),
  provider: v.nullable(v.string()),
  providerId: v.nullable(v.string()),
  attempts: v.number(),
  /** A sentence that explains why it was not sent, or not yet. */
  error: v.nullable(v.string()),
  /** When a held mail is expected to be sent; null for all others, and for one that needs a person. */
  dueAt: v.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
});
export type Delivery = v.InferOutput<typeof Delivery>;
/** Sends a test mail. Repeating a `clientId` answers the first one. */
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
/** Resends a mail that failed, bounced or needs a review, and lifts the suppression of its address. It may arrive twice. */
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

/** Resends the mail of a reply that failed, needs a person, or may not have been sent. It may arrive twice. */
export const resendAnswer = route({
  name: "resendAnswer",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/messages/:messageId/mail/resend",
  who: "member",
  params: { ...inProject, messageId: idOf("message") },
  body: Empty,
  reply: Done,
  errors: ["not_configured", "conflict"],
});
