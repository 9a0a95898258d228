import { serve, type RegisteredRoute } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { listDeliveries, resendAnswer, retryDelivery, sendTest } from "./outbox/manage-deliveries.ts";
import { eventsOfProvider } from "./outbox/receive-events.ts";

export const routes: RegisteredRoute[] = [
  serve(contract.sendTestMail, (ctx, { body }) => sendTest(ctx, body)),
  serve(contract.listDeliveries, (ctx, { query }) => listDeliveries(ctx, query)),
  serve(contract.retryDelivery, (ctx, { params }) => retryDelivery(ctx, params.deliveryId)),
  serve(contract.resendAnswer, (ctx, { params }) => resendAnswer(ctx, params.messageId)),
  serve(contract.receiveEvents, (ctx) => eventsOfProvider(ctx)),
];
