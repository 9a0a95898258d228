// Wire contract of sending mail. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Done, Empty, ClientId, Cursor, Email, page, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };

export const PROVIDERS = ["resend", "cloudflare", "sendgrid"] as const;
export type Provider = (typeof PROVIDERS)[number];

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

/** Sends the mail of an answer again that failed, waits for somebody, or may not have gone out; then it may arrive twice. */
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
