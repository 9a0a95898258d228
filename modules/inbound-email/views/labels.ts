// Labels of received mail: its states, its channels, its sender and the checks of its sender.
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { StateLabels } from "#modules/email/views";
import type { Authentication, Receipt } from "../contract.ts";

/** States of a received mail. */
export const RECEIPT: Record<Receipt["state"], StateLabels> = {
  received: { label: m.email_receipt_received, means: m.email_receipt_received_means, tone: "neutral" },
  admitting: { label: m.email_receipt_admitting, means: m.email_receipt_admitting_means, tone: "neutral" },
  waiting: { label: m.email_receipt_waiting, means: m.email_receipt_waiting_means, tone: "warn" },
  admitted: { label: m.email_receipt_admitted, means: m.email_receipt_admitted_means, tone: "ok" },
  failed: { label: m.email_receipt_failed, means: m.email_receipt_failed_means, tone: "bad" },
  unreadable: { label: m.email_receipt_unreadable, means: m.email_receipt_unreadable_means, tone: "bad" },
  dropped: { label: m.email_receipt_dropped, means: m.email_receipt_dropped_means, tone: "neutral" },
};
const CHANNEL_NAMES: Record<Receipt["door"], () => string> = {
  platform: m.email_door_platform,
  gateway: m.email_door_gateway,
  parse: m.email_door_parse,
};
export const channelName = (door: Receipt["door"]): string => CHANNEL_NAMES[door]();
/** "Amara Okafor <amara@example.com>", without characters that change the text direction; only the address if there is no name. */
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
/** The label for whether the sender's domain authenticated the mail. */
export const checkOf = (authentication: Authentication | null) => CHECKS[checked(authentication)];
/** One "DKIM: pass" for each check. */
export const resultsOf = (authentication: Authentication): string[] =>
  (["dmarc", "spf", "dkim"] as const).map((name) =>
    m.email_evidence_result({ name: name.toUpperCase(), result: authentication[name] ?? m.email_evidence_no_result() }),
  );
