// Stories of the screens of webhooks.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Delivery, Webhook } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { list: readonly ScreenState[]; log: readonly ScreenState[] } {
  const path = `/projects/${PROJECT_ID}/settings/webhooks`;
  const webhook = (number: number, more: Partial<Webhook> = {}): Webhook => ({
    ...{ id: fixtureId("whk", number) as Webhook["id"], url: "https://crm.example.com/desk/events", description: "CRM", revision: 1 },
    ...{ events: ["conversation.created", "message.created"], state: "on", stopped: null, failingSince: null },
    ...{ deliveredAt: "2026-11-20T09:14:00.000Z", bothSecretsUntil: null, createdAt: "2026-10-02T09:14:00.000Z" },
    ...more,
  });
  const STOPPED = { at: "2026-11-13T08:00:00.000Z", reason: "nothing_accepted" as const, status: 503, fault: null };
  const webhooks = [
    webhook(1),
    webhook(2, { description: "", url: "https://hooks.example.org/a", deliveredAt: null, failingSince: "2026-11-20T08:00:00.000Z" }),
    webhook(3, { description: "Warehouse", state: "paused", bothSecretsUntil: "2026-11-21T09:00:00.000Z" }),
    webhook(4, { description: "Old billing", state: "failing", failingSince: "2026-11-10T08:00:00.000Z", stopped: STOPPED }),
    webhook(5, { description: "Shop", state: "failing", stopped: { ...STOPPED, reason: "gone", status: 410 } }),
    webhook(6, { description: "Contacts", events: ["contact.created", "contact.changed", "contact.erased", "automation.triggered"] }),
  ];
  const listed = (items: readonly Webhook[], missing: readonly string[] = []) => answer({ items, next: null, missing });
  const filled = { ...frame(), listWebhooks: listed(webhooks) };
  const last = { at: "2026-11-20T09:14:02.000Z", status: 200, fault: null, milliseconds: 84 };
  const delivery = (number: number, more: Partial<Delivery> = {}): Delivery => ({
    ...{ id: fixtureId("wdl", number) as Delivery["id"], type: "message.created", state: "delivered", attempts: 1 },
    ...{ createdAt: "2026-11-20T09:14:00.000Z", nextAt: null, last },
    ...more,
  });
  const deliveries = [
    delivery(5, { state: "waiting", attempts: 0, last: null, nextAt: "2026-11-20T09:15:00.000Z" }),
    delivery(4, { state: "waiting", attempts: 3, nextAt: "2026-11-20T10:00:00.000Z", last: { ...last, status: 503, milliseconds: 1204 } }),
    delivery(3, { type: "test", state: "failed", last: { ...last, status: 302, fault: "redirects" } }),
    delivery(2, { type: "conversation.created", state: "failed", attempts: 19, last: { ...last, status: null, fault: "unreachable" } }),
    delivery(1),
  ];
  const log = `${path}/${webhooks[0]?.id}`;
  const page = (items: readonly Delivery[], next: string | null = null) => answer({ items, next, webhook: webhooks[0] });
  const logged = { ...filled, listWebhookDeliveries: page(deliveries, "more") };
  const payload = JSON.stringify({
    ...{ type: "message.created", timestamp: "2026-11-20T09:14:00.000Z" },
    data: { projectId: PROJECT_ID, event: { kind: "message", message: { content: "Where is my parcel?" } } },
  });
  const down = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  const issues = (at: string, message: string) => ({
    status: 400,
    body: { code: "invalid_request", error: "Some fields are not valid.", issues: [{ path: at, message }] },
  });
  const showFirst = `click:Show what is sent: ${deliveries[4]?.id}`;
  return {
    list: [
      { name: "list", path, answers: filled },
      { name: "empty", path, answers: { ...frame(), listWebhooks: listed([]) } },
      { name: "not configured", path, answers: { ...frame(), listWebhooks: listed([], ["INTEGRATION_ENCRYPTION_KEY"]) } },
      { name: "loading", path, answers: { ...frame(), listWebhooks: "hang" } },
      { name: "error", path, answers: { ...frame(), listWebhooks: down } },
      { name: "offline", path, answers: { ...frame(), listWebhooks: "offline" } },
      { name: "no permission", path, answers: frame("operator") },
      { name: "create", path, answers: filled, act: "click:New webhook" },
      {
        name: "create with a private address",
        path,
        answers: { ...filled, createWebhook: issues("url", "This address can’t be used: it must be public.") },
        act: "click:New webhook;fill:Address=https://10.0.0.1/;click:Create webhook",
      },
      {
        name: "created",
        path,
        answers: {
          ...filled,
          createWebhook: answer({ webhook: webhooks[0], secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=" }, 201),
        },
        act: "click:New webhook;fill:Address=https://crm.example.com/desk/events;click:Create webhook",
      },
      { name: "menu", path, answers: filled, act: "click:More for CRM" },
      { name: "resume", path, answers: filled, act: "click:More for Warehouse;click:Resume" },
      { name: "remove", path, answers: filled, act: "click:More for CRM;click:Remove" },
      {
        name: "long text",
        path,
        answers: {
          ...frame(),
          listWebhooks: listed([webhook(1, { description: LONG, url: `https://crm.example.com/${"a".repeat(300)}` })]),
        },
      },
    ],
    log: [
      { name: "log", path: log, answers: logged },
      { name: "empty", path: log, answers: { ...filled, listWebhookDeliveries: page([]) } },
      { name: "loading", path: log, answers: { ...filled, listWebhookDeliveries: "hang" } },
      { name: "error", path: log, answers: { ...filled, listWebhookDeliveries: down } },
      { name: "offline", path: log, answers: { ...filled, listWebhookDeliveries: "offline" } },
      { name: "no permission", path: log, answers: frame("operator") },
      {
        name: "payload",
        path: log,
        answers: { ...logged, readWebhookDelivery: answer({ delivery: deliveries[4], payload }) },
        act: `${showFirst};see:Send again`,
      },
      {
        name: "payload gone",
        path: log,
        answers: { ...logged, readWebhookDelivery: answer({ delivery: deliveries[4], payload: null }) },
        act: showFirst,
      },
    ],
  };
}
export const webhookStates = /* @__PURE__ */ (() => declare().list)();
export const deliveryStates = /* @__PURE__ */ (() => declare().log)();
