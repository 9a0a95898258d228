import { type RegisteredRoute, serve } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listDeliveries, redeliver, sendTest, showDelivery } from "./deliveries.ts";
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, renewSecret, switchWebhook } from "./manage-webhooks.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.listWebhooks, (ctx) => listWebhooks(ctx)),
  serve(contract.createWebhook, (ctx, { body }) => createWebhook(ctx, body)),
  serve(contract.changeWebhook, (ctx, { params, body }) => changeWebhook(ctx, params.webhookId, body)),
  serve(contract.switchWebhook, (ctx, { params, body }) => switchWebhook(ctx, params.webhookId, body)),
  serve(contract.renewWebhookSecret, (ctx, { params, body }) => renewSecret(ctx, params.webhookId, body.revision)),
  serve(contract.removeWebhook, (ctx, { params }) => removeWebhook(ctx, params.webhookId)),
  serve(contract.testWebhook, (ctx, { params }) => sendTest(ctx, params.webhookId)),
  serve(contract.listWebhookDeliveries, (ctx, { params, query }) => listDeliveries(ctx, params.webhookId, query)),
  serve(contract.readWebhookDelivery, (ctx, { params }) => showDelivery(ctx, params.webhookId, params.webhookDeliveryId)),
  serve(contract.redeliverWebhook, (ctx, { params }) => redeliver(ctx, params.webhookId, params.webhookDeliveryId)),
];
