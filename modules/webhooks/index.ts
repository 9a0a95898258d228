// The server face of webhooks: what other modules have them told of.
export { deliverySubjects, type DeliverySubject, type ToldSubject } from "./extension.ts";
export { takesType } from "./contact-queries.ts";
export { tellWebhook } from "./tell-webhook.ts";
