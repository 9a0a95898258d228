// States, results and people of mail, in words.
import { locale } from "#dashboard/locale.ts";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { Authentication, Delivery, Mail, Provider, Receipt } from "../contract.ts";

interface Words {
  readonly label: () => string;
  readonly means: () => string;
  readonly tone: Tone;
}
/** What the state of a delivery is called, and what it says. */
export const DELIVERY: Record<Delivery["state"], Words> = {
  queued: { label: m.email_delivery_queued, means: m.email_delivery_queued_means, tone: "neutral" },
  sending: { label: m.email_delivery_sending, means: m.email_delivery_sending_means, tone: "neutral" },
  sent: { label: m.email_delivery_sent, means: m.email_delivery_sent_means, tone: "ok" },
  bounced: { label: m.email_delivery_bounced, means: m.email_delivery_bounced_means, tone: "bad" },
  failed: { label: m.email_delivery_failed, means: m.email_delivery_failed_means, tone: "bad" },
  needs_review: { label: m.email_delivery_needs_review, means: m.email_delivery_needs_review_means, tone: "warn" },
  suppressed: { label: m.email_delivery_suppressed, means: m.email_delivery_suppressed_means, tone: "warn" },
  held: { label: m.email_delivery_held, means: m.email_delivery_held_means, tone: "warn" },
};
/** The same for a mail that came in. */
export const RECEIPT: Record<Receipt["state"], Words> = {
  received: { label: m.email_receipt_received, means: m.email_receipt_received_means, tone: "neutral" },
  admitting: { label: m.email_receipt_admitting, means: m.email_receipt_admitting_means, tone: "neutral" },
  waiting: { label: m.email_receipt_waiting, means: m.email_receipt_waiting_means, tone: "warn" },
  admitted: { label: m.email_receipt_admitted, means: m.email_receipt_admitted_means, tone: "ok" },
  failed: { label: m.email_receipt_failed, means: m.email_receipt_failed_means, tone: "bad" },
  unreadable: { label: m.email_receipt_unreadable, means: m.email_receipt_unreadable_means, tone: "bad" },
  dropped: { label: m.email_receipt_dropped, means: m.email_receipt_dropped_means, tone: "neutral" },
};

/** Whether a delivery will get another state by itself, soon. */
export const isOnItsWay = (state: Delivery["state"]): boolean => state === "queued" || state === "sending";
/** Whether a person may send it again: nothing goes to an address that was erased, and what waits for room goes by itself. */
export const mayRetry = ({ state, to, dueAt }: Pick<Delivery, "state" | "to" | "dueAt">): boolean =>
  to !== null && dueAt === null && ["failed", "bounced", "needs_review", "suppressed", "held"].includes(state);

const PROVIDER_NAMES: Record<Provider, string> = { resend: "Resend", cloudflare: "Cloudflare", sendgrid: "SendGrid" };
/** A provider's own spelling of its name. */
export const providerName = (provider: string): string => (PROVIDER_NAMES as Record<string, string>)[provider] ?? provider;

const DOORS: Record<Receipt["door"], () => string> = {
  platform: m.email_door_platform,
  gateway: m.email_door_gateway,
  parse: m.email_door_parse,
};
export const doorName = (door: Receipt["door"]): string => DOORS[door]();

const VARIABLES: Record<string, () => string> = {
  EMAIL_PROVIDER: m.email_var_provider,
  EMAIL_API_KEY: m.email_var_key,
  EMAIL_FROM: m.email_var_from,
  APP_ORIGIN: m.email_var_origin,
  EMAIL_ACCOUNT_ID: m.email_var_account,
  INBOUND_EMAIL_TOKEN: m.email_var_inbound,
  EMAIL_EVENTS_SECRET: m.email_var_events,
};
/** What belongs into a variable; undefined for one that is not known here. */
export const variableMeans = (name: string): string | undefined => VARIABLES[name]?.();

/** "Amara Okafor <amara@example.com>", without the marks that turn writing around; the address alone when there is no name. */
export function personText({ name, address }: { name: string; address: string }): string {
  const said = plain(name).trim();
  return said === "" || said === address ? address : `${said} <${address}>`;
}

const checked = (authentication: Authentication | null): "yes" | "no" | "unknown" =>
  authentication === null ? "unknown" : authentication.aligned ? "yes" : "no";
const CHECKS = {
  yes: { label: m.email_auth_yes, means: m.email_auth_yes_means },
  no: { label: m.email_auth_no, means: m.email_auth_no_means },
  unknown: { label: m.email_auth_unknown, means: m.email_auth_unknown_means },
};
/** Whether the sender's domain vouches for a mail, in words. */
export const checkOf = (authentication: Authentication | null) => CHECKS[checked(authentication)];
/** "DKIM: pass", one for each check. */
export const resultsOf = (authentication: Authentication): string[] =>
  (["dmarc", "spf", "dkim"] as const).map((name) =>
    m.email_evidence_result({ name: name.toUpperCase(), result: authentication[name] ?? m.email_evidence_no_result() }),
  );

// "Re:", "Fwd:" and what other languages write for them, also with a number as some programs do.
const PREFIX = /^\s*(?:(?:re|aw|sv|antw|odp|vs|ref|res|rif|tr|wg|fw|fwd|enc|rv)(?:\[\d+\])?\s*:\s*)+/i;
const bare = (subject: string): string => subject.replace(PREFIX, "").trim().toLowerCase();
/** Whether the subject says something that the mail before it did not. */
export const isNewSubject = (subject: string | null, before: string | null | undefined): boolean =>
  subject !== null && bare(subject) !== "" && (before === null || before === undefined || bare(subject) !== bare(before));

/** The subject of the last mail before this one that has one. Message ids sort by time. */
export const subjectBefore = (mails: readonly Mail[], mail: Mail): string | undefined =>
  mails
    .filter((each) => each.messageId < mail.messageId && each.subject !== null)
    .toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1))[0]?.subject ?? undefined;

/** What an answer's head will say; null for what is missing. */
export function previewOf(
  form: { readonly sender: string; readonly senderName: string; readonly replyAddress: string },
  from: string | null,
  project: string,
  person: string,
): { from: string | null; replyTo: string | null } {
  const sender = form.sender.trim() || from;
  const team = form.senderName.trim() || project;
  const [local = "", domain = ""] = form.replyAddress.trim().split("@");
  return {
    from: sender === null ? null : `${plain(m.email_preview_name({ person, team }))} <${sender}>`,
    replyTo: local && domain ? `${local}+…@${domain}` : null,
  };
}

/** Why a reply address cannot be taken, before the server says it. */
export function replyProblem(address: string, max: number): string | undefined {
  const local = address.trim().split("@")[0] ?? "";
  if (local.includes("+")) return m.email_reply_plus();
  return local.length > max ? m.email_reply_long({ max }) : undefined;
}

const list = new Intl.ListFormat(locale, { type: "conjunction" });
/** "EMAIL_FROM and EMAIL_API_KEY". */
export const listText = (items: readonly string[]): string => list.format(items);
