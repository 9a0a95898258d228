// Names of what rules look for and do.
import { formatUsd } from "#modules/ai/views";
import { contactName } from "#modules/contacts/views";
import type { Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { DryRun, RuleFields, RuleKind, Skipped } from "../contract.ts";

export const KIND_LABELS: Readonly<Record<RuleKind, { label(): string; hint(): string; tone: Tone }>> = {
  safety: { label: m.monitoring_kind_safety, hint: m.monitoring_kind_safety_hint, tone: "bad" },
  legal: { label: m.monitoring_kind_legal, hint: m.monitoring_kind_legal_hint, tone: "bad" },
  churn: { label: m.monitoring_kind_churn, hint: m.monitoring_kind_churn_hint, tone: "warn" },
  frustration: { label: m.monitoring_kind_frustration, hint: m.monitoring_kind_frustration_hint, tone: "warn" },
  waiting: { label: m.monitoring_kind_waiting, hint: m.monitoring_kind_waiting_hint, tone: "warn" },
  topic: { label: m.monitoring_kind_topic, hint: m.monitoring_kind_topic_hint, tone: "accent" },
};
export const WHY_SKIPPED: Readonly<Record<Skipped, () => string>> = {
  ceiling: m.monitoring_why_ceiling,
  not_configured: m.monitoring_why_not_configured,
  failed: m.monitoring_why_failed,
  unreadable: m.monitoring_why_unreadable,
  hour: m.monitoring_why_hour,
};
export const WHY_STOPPED: Readonly<Record<NonNullable<DryRun["why"]>, () => string>> = {
  asked: m.monitoring_paused_asked,
  ceiling: m.monitoring_paused_ceiling,
  price: m.monitoring_paused_price,
  not_configured: m.monitoring_paused_not_configured,
  provider: m.monitoring_paused_provider,
  left: m.monitoring_ended_left,
};

/** What a rule does when it matches, in one sentence. */
export function actionOf({ notify, members, handOver }: Pick<RuleFields, "notify" | "members" | "handOver">): string {
  const told =
    notify === "everybody"
      ? m.monitoring_tells_everybody()
      : notify === "chosen"
        ? m.monitoring_tells_some({ count: members.length })
        : m.monitoring_tells_nobody();
  return handOver ? `${told} ${m.monitoring_hands_over()}` : told;
}

const percent = (share: number): number => Math.round(share * 100);
/** How often a rule was right, with its interval; undefined without thumbs. */
export const percentOf = (share: number | null, low: number | null, high: number | null) =>
  share === null || low === null || high === null ? undefined : { share: percent(share), low: percent(low), high: percent(high) };

/** Prices: small ones as "less than one cent", because more digits say nothing here. */
export const formatPrice = (usd: number): string =>
  usd > 0 && usd < 0.01 ? m.monitoring_less_than_a_cent() : formatUsd(Math.ceil(usd * 100) / 100);
/** A contact in lists: who has neither name nor address is called as in the inbox. */
export const contactLabel = ({
  contactId: id,
  contactName: name,
}: {
  readonly contactId: string;
  readonly contactName: string | null;
}): string => (name === null ? m.monitoring_erased_contact() : contactName({ id, name: name === "" ? null : name, email: null }));
