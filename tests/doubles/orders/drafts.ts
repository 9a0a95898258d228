// Actions that call the double of a shop's API.
import type { ActionDraft } from "../../../modules/assistant-actions/contract/schema.ts";
import { ORDERS_HOST, ORDERS_TOKEN } from "./index.ts";

/** Reads an order: personal, because it sends the proved address. */
export const ORDER: ActionDraft = {
  name: "Order status",
  description: "Finds an order by its number.",
  kind: "reads",
  personal: true,
  method: "GET",
  url: `https://${ORDERS_HOST}/orders/{{number}}?email={{contact.email}}&lang={{lang}}`,
  body: null,
  headers: [{ name: "Authorization", value: ORDERS_TOKEN }],
  inputs: [
    { name: "number", type: "string", description: "The number of the order", required: true, choices: [] },
    { name: "lang", type: "choice", description: "The language", required: false, choices: ["en", "de"] },
  ],
  told: [
    { path: "order.status", label: "Status" },
    { path: "order.items.*.name", label: "Items" },
  ],
};
/** Cancels an order. */
export const CANCEL: ActionDraft = {
  ...ORDER,
  name: "Cancel an order",
  kind: "changes",
  method: "POST",
  url: `https://${ORDERS_HOST}/orders/{{number}}/cancel`,
  body: '{"customer": "{{contact.email}}", "reason": "{{reason}}", "refund": "{{refund}}"}',
  inputs: [
    { name: "number", type: "string", description: "The number of the order", required: true, choices: [] },
    { name: "reason", type: "string", description: "Why", required: false, choices: [] },
    { name: "refund", type: "number", description: "The amount", required: false, choices: [] },
  ],
  told: [{ path: "cancellation.id", label: "Cancellation" }],
};
/** Open to everybody, and without secrets. */
export const STATUS: ActionDraft = {
  ...ORDER,
  ...{ name: "Service status", personal: false, headers: [], inputs: [], url: `https://${ORDERS_HOST}/fail/echo` },
  told: [{ path: "order.status", label: "Status" }],
};
