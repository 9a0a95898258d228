// Wire contract of webhooks. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Empty, line, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

export { deliveriesPath, webhooksPath } from "./contract/paths.ts";

/** Webhooks of a project. */
export const MAX_WEBHOOKS = 20;
/** Hours in which what is sent is signed with the new secret and the one before it. */
export const BOTH_SECRETS_HOURS = 24;
/** Days after which a delivery that was never accepted is given up, and a webhook that accepts nothing is paused. */
export const GIVE_UP_DAYS = 3;
/** Days for which deliveries are listed. */
export const KEPT_DAYS = 30;

/**
 * What a webhook can be told about. `conversation.*`, `message.*` and `note.*` carry `conversation` and `event`; `contact.created` and
 * `contact.changed` the `contact` as it is when it is sent; `contact.merged` its id and that of the one it was merged `into`; `contact.erased`
 * its id. `automation.triggered` comes of rules that name the webhook, with the `rule`, its `run`, the `conversation`, and the `event` that set
 * it off, if one did.
 */
export const EVENT_TYPES = [
  "conversation.created",
  "message.created",
  "note.created",
  "conversation.assigned",
  "conversation.status_changed",
  "conversation.changed",
  "conversation.erased",
  "contact.created",
  "contact.changed",
  "contact.merged",
  "contact.erased",
  "automation.triggered",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** The type of what the button *Send a test* sends. */
export const TEST = "test";

const Url = v.pipe(
  line(2000),
  v.check((text) => URL.canParse(text) && new URL(text).protocol === "https:", m.webhooks_https),
  v.transform((text) => new URL(text).href),
);
const settings = {
  url: Url,
  description: line(80, 0),
  events: v.pipe(
    v.array(v.picklist(EVENT_TYPES)),
    v.minLength(1, m.webhooks_no_events),
    v.transform((given) => EVENT_TYPES.filter((type) => given.includes(type))),
  ),
};
const WebhookSettings = v.strictObject(settings);
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>;

export const Webhook = v.object({
  id: idOf("webhook"),
  url: v.string(),
  description: v.string(),
  events: v.array(v.picklist(EVENT_TYPES)),
  /** `paused` by a member; `failing`: paused because the other system accepted nothing for three days, or said that it is gone. */
  state: v.picklist(["on", "paused", "failing"]),
  revision: v.number(),
  /** Of one that is `failing`: when and why it was stopped, and how its last attempt ended. Null else, and for what was stopped before. */
  stopped: v.nullable(
    v.object({
      at: Time,
      reason: v.picklist(["nothing_accepted", "gone"]),
      status: v.nullable(v.number()),
      fault: v.nullable(v.picklist(["address", "redirects", "timeout", "unreachable", "secret"])),
    }),
  ),
  /** Since when nothing was accepted; null while it is well. */
  failingSince: v.nullable(Time),
  /** When something was last accepted. */
  deliveredAt: v.nullable(Time),
  /** Until when what is sent is signed with the previous secret too. */
  bothSecretsUntil: v.nullable(Time),
  createdAt: Time,
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const Fault = v.picklist(["address", "redirects", "timeout", "unreachable", "secret"]);
export type Fault = v.InferOutput<typeof Fault>;
export const Delivery = v.object({
  /** Sent as `webhook-id`: the same at each attempt. */
  id: idOf("webhookDelivery"),
  type: v.picklist([...EVENT_TYPES, TEST]),
  state: v.picklist(["waiting", "delivered", "failed"]),
  attempts: v.number(),
  createdAt: Time,
  /** When the next attempt is made; null if none is. */
  nextAt: v.nullable(Time),
  /** The last attempt; null before the first. */
  last: v.nullable(
    v.object({
      at: Time,
      /** HTTP status; null without a whole answer. */
      status: v.nullable(v.number()),
      /** Why it failed, if not by its status. */
      fault: v.nullable(Fault),
      milliseconds: v.number(),
    }),
  ),
});
export type Delivery = v.InferOutput<typeof Delivery>;

const inProject = { projectId: idOf("project") };
const ofWebhook = { ...inProject, webhookId: idOf("webhook") };
const ofDelivery = { ...ofWebhook, webhookDeliveryId: idOf("webhookDelivery") };
const WithSecret = v.object({ webhook: Webhook, secret: v.nullable(v.string()) });

/** Oldest first. `missing`: the variables without which no webhook can be made or sent. */
export const listWebhooks = route({
  name: "listWebhooks",
  method: "GET",
  path: "/api/management/projects/:projectId/webhooks",
  who: "admin",
  params: inProject,
  reply: v.object({ items: v.array(Webhook), next: v.null(), missing: v.array(v.string()) }),
});
/** `secret` is the signing secret, in the first response only. It is told what happens from now on. */
export const createWebhook = route({
  name: "createWebhook",
  method: "POST",
  path: "/api/management/projects/:projectId/webhooks",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({ clientId: ClientId, ...settings }),
  reply: WithSecret,
  status: 201,
  errors: ["conflict", "not_configured"],
});
/** 409 `conflict` if somebody changed it since `revision`. */
export const changeWebhook = route({
  name: "changeWebhook",
  method: "PUT",
  path: "/api/management/projects/:projectId/webhooks/:webhookId",
  who: "admin",
  personOnly: true,
  params: ofWebhook,
  body: v.strictObject({ revision: Revision, ...settings }),
  reply: v.object({ webhook: Webhook }),
  errors: ["conflict"],
});
/** Pauses, or resumes: what happened meanwhile is then sent, or with `skip` left out. */
export const switchWebhook = route({
  name: "switchWebhook",
  method: "POST",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/switch",
  who: "admin",
  params: ofWebhook,
  body: v.strictObject({ on: v.boolean(), skip: v.optional(v.boolean(), false) }),
  reply: v.object({ webhook: Webhook }),
});
/** A new signing secret. For a day what is sent is signed with the one before it too. */
export const renewWebhookSecret = route({
  name: "renewWebhookSecret",
  method: "POST",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/secret",
  who: "admin",
  personOnly: true,
  params: ofWebhook,
  body: v.strictObject({ revision: Revision }),
  reply: WithSecret,
  errors: ["conflict", "not_configured"],
});
export const removeWebhook = route({
  name: "removeWebhook",
  method: "DELETE",
  path: "/api/management/projects/:projectId/webhooks/:webhookId",
  who: "admin",
  params: ofWebhook,
  reply: Done,
});
/** Sends an event of the type `test` at once, once, also to one that is paused. */
export const testWebhook = route({
  name: "testWebhook",
  method: "POST",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/test",
  who: "admin",
  params: ofWebhook,
  body: Empty,
  reply: v.object({ delivery: Delivery }),
  errors: ["not_configured", "rate_limited"],
});
/** Newest first; of one state, or all. */
export const listWebhookDeliveries = route({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/deliveries",
  who: "admin",
  params: ofWebhook,
  query: v.object({ cursor: v.optional(Cursor), state: v.optional(v.picklist(["waiting", "delivered", "failed"])) }),
  reply: v.object({ items: v.array(Delivery), next: v.nullable(v.string()), webhook: Webhook }),
});
/** `payload`: what the next attempt would send. Null if its event is not there any more. */
export const readWebhookDelivery = route({
  name: "readWebhookDelivery",
  method: "GET",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/deliveries/:webhookDeliveryId",
  who: "admin",
  params: ofDelivery,
  reply: v.object({ delivery: Delivery, payload: v.nullable(v.string()) }),
});
/** Sends it again, whether or not it was accepted, with the same `webhook-id`. */
export const redeliverWebhook = route({
  name: "redeliverWebhook",
  method: "POST",
  path: "/api/management/projects/:projectId/webhooks/:webhookId/deliveries/:webhookDeliveryId/redeliver",
  who: "admin",
  params: ofDelivery,
  body: Empty,
  reply: v.object({ delivery: Delivery }),
});
