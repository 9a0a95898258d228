// Words for events, deliveries and faults.
import type { Tone } from "#dashboard/ui/chip.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { Delivery, EventType, Fault, Webhook } from "../contract.ts";

const EVENTS: Readonly<Record<Delivery["type"], () => string>> = {
  "conversation.created": m.webhooks_event_conversation_created,
  "message.created": m.webhooks_event_message_created,
  "note.created": m.webhooks_event_note_created,
  "conversation.assigned": m.webhooks_event_conversation_assigned,
  "conversation.status_changed": m.webhooks_event_conversation_status_changed,
  "conversation.changed": m.webhooks_event_conversation_changed,
  "conversation.erased": m.webhooks_event_conversation_erased,
  "contact.created": m.webhooks_event_contact_created,
  "contact.changed": m.webhooks_event_contact_changed,
  "contact.merged": m.webhooks_event_contact_merged,
  "contact.erased": m.webhooks_event_contact_erased,
  "automation.triggered": m.webhooks_event_automation_triggered,
  test: m.webhooks_event_test,
};
export const eventName = (type: EventType | "test"): string => EVENTS[type]();

const FAULTS: Readonly<Record<Fault, () => string>> = {
  address: m.webhooks_fault_address,
  redirects: m.webhooks_fault_redirects,
  timeout: m.webhooks_fault_timeout,
  unreachable: m.webhooks_fault_unreachable,
  secret: m.webhooks_fault_secret,
};
/** How the last attempt ended; undefined before the first. */
export function resultOf({ last }: Delivery): string | undefined {
  if (last === null) return undefined;
  if (last.fault !== null) return FAULTS[last.fault]();
  return last.status === null ? undefined : m.webhooks_status({ status: last.status, ms: last.milliseconds });
}

/** `isOn`: whether its webhook is; else nothing is tried until somebody resumes it. */
export function deliveryState({ state, attempts, type }: Delivery, isOn: boolean): { readonly label: string; readonly tone: Tone } {
  if (state === "delivered") return { label: m.webhooks_delivery_delivered(), tone: "ok" };
  if (state === "failed") return { label: type === "test" ? m.webhooks_delivery_test_failed() : m.webhooks_delivery_failed(), tone: "bad" };
  return attempts === 0 || !isOn
    ? { label: m.webhooks_delivery_new(), tone: "neutral" }
    : { label: m.webhooks_delivery_waiting(), tone: "warn" };
}

export function webhookState({ state }: Webhook): { readonly label: string; readonly tone: Tone } {
  if (state === "on") return { label: m.webhooks_state_on(), tone: "ok" };
  return state === "paused" ? { label: m.webhooks_state_paused(), tone: "neutral" } : { label: m.webhooks_state_failing(), tone: "bad" };
}

/** What people call it: its name, or the host of its address. */
export const nameOf = ({ description, url }: Pick<Webhook, "description" | "url">): string =>
  description === "" ? new URL(url).host : description;

/** When and why a webhook was stopped, in whole sentences. */
export function stoppedSentences({ stopped }: Webhook): readonly string[] {
  if (stopped === null) return [m.webhooks_stopped()];
  const at = formatTime(stopped.at);
  if (stopped.reason === "gone") return [m.webhooks_stopped_gone({ at })];
  const last =
    stopped.fault !== null
      ? FAULTS[stopped.fault]()
      : stopped.status !== null
        ? m.webhooks_stopped_status({ status: stopped.status })
        : undefined;
  return [m.webhooks_stopped_silent({ at }), ...(last === undefined ? [] : [last])];
}
