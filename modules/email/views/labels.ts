// Labels of deliveries, providers and variables.
import { locale } from "#dashboard/locale.ts";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { Delivery, Provider } from "../contract.ts";

export interface StateLabels {
  readonly label: () => string;
  readonly means: () => string;
  readonly tone: Tone;
}
/** Label and explanation of each delivery state. */
export const DELIVERY: Record<Delivery["state"], StateLabels> = {
  queued: { label: m.email_delivery_queued, means: m.email_delivery_queued_means, tone: "neutral" },
  sending: { label: m.email_delivery_sending, means: m.email_delivery_sending_means, tone: "neutral" },
  sent: { label: m.email_delivery_sent, means: m.email_delivery_sent_means, tone: "ok" },
  bounced: { label: m.email_delivery_bounced, means: m.email_delivery_bounced_means, tone: "bad" },
  failed: { label: m.email_delivery_failed, means: m.email_delivery_failed_means, tone: "bad" },
  needs_review: { label: m.email_delivery_needs_review, means: m.email_delivery_needs_review_means, tone: "warn" },
  suppressed: { label: m.email_delivery_suppressed, means: m.email_delivery_suppressed_means, tone: "warn" },
  held: { label: m.email_delivery_held, means: m.email_delivery_held_means, tone: "warn" },
};

/** Whether a delivery will soon change its state without a person. */
export const isOnItsWay = (state: Delivery["state"]): boolean => state === "queued" || state === "sending";
/** Whether a person may resend it: not to an erased address, and not a held mail that will be released automatically. */
export const mayRetry = ({ state, to, dueAt, kind }: Pick<Delivery, "state" | "to" | "dueAt" | "kind">): boolean =>
  // Reviewed outreach goes out once, whatever became of it, and nobody is asked twice how a conversation was.
  kind !== "outreach" &&
  kind !== "satisfaction" &&
  to !== null &&
  dueAt === null &&
  ["failed", "bounced", "needs_review", "suppressed", "held"].includes(state);

const PROVIDER_NAMES: Record<Provider, string> = { resend: "Resend", cloudflare: "Cloudflare", sendgrid: "SendGrid" };
/** Display name of a provider. */
export const providerName = (provider: string): string => (PROVIDER_NAMES as Record<string, string>)[provider] ?? provider;

const VARIABLES: Record<string, () => string> = {
  EMAIL_PROVIDER: m.email_var_provider,
  EMAIL_API_KEY: m.email_var_key,
  EMAIL_FROM: m.email_var_from,
  APP_ORIGIN: m.email_var_origin,
  EMAIL_ACCOUNT_ID: m.email_var_account,
  INBOUND_EMAIL_TOKEN: m.email_var_inbound,
  EMAIL_EVENTS_SECRET: m.email_var_events,
};
/** Explains what to put into a variable; undefined for unknown ones. */
export const variableMeans = (name: string): string | undefined => VARIABLES[name]?.();

const list = new Intl.ListFormat(locale, { type: "conjunction" });
/** "EMAIL_FROM and EMAIL_API_KEY". */
export const listText = (items: readonly string[]): string => list.format(items);
