// Pure rules of monitoring: which rules concern messages, and what of a model's answer counts.
import type { MonitoringRuleId } from "#kernel/ids/index.ts";
import { wilson } from "#kernel/statistics/index.ts";
import type { Precision, RuleFields, RuleKind } from "./contract.ts";

/** A rule as the judge needs it. */
export interface WatchedRule extends Pick<RuleFields, "name" | "kind" | "looksFor" | "minutes" | "languages"> {
  readonly id: MonitoringRuleId;
}

const CHANNEL_OF: Readonly<Record<string, "widget" | "email">> = { widget: "widget", email: "email" };
/** Whether a rule watches a channel. Channels that rules cannot be limited to concern only rules for all. */
export const watchesChannel = ({ channels }: Pick<RuleFields, "channels">, channel: string): boolean => {
  const known = CHANNEL_OF[channel];
  return channels.length === 0 || (known !== undefined && channels.includes(known));
};

/** Whether a model judges it. */
export const needsModel = ({ kind }: { readonly kind: RuleKind }): boolean => kind !== "waiting";

/** Letters and digits in their order, with one space for everything between words that only looks different. */
const comparable = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\u2018\u2019\u02BC`´]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E«»]/g, '"')
    .replaceAll(/[\p{Cf}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
/** Letters of a quote at least; less is in every message. */
const LEAST_LETTERS = 4;
/** Whether the words stand in one of the texts as they are, but for white space and the form of quotation marks. */
export function isQuoted(quote: string, texts: readonly string[]): boolean {
  const wanted = comparable(quote);
  if (wanted.replaceAll(/[^\p{L}\p{N}]/gu, "").length < LEAST_LETTERS) return false;
  return texts.some((text) => comparable(text).includes(wanted));
}

/** A text of a model as it is stored: one line, shortened. */
export const oneLine = (text: string, max: number): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
};

export function precisionOf({ matches, ups, downs, since }: Pick<Precision, "matches" | "ups" | "downs" | "since">): Precision {
  const all = ups + downs;
  if (all === 0) return { matches, ups, downs, share: null, low: null, high: null, since };
  return { matches, ups, downs, share: ups / all, ...wilson(ups, all), since };
}

/** What makes a rule look for something else, so that earlier thumbs say nothing about it any more. */
export const looksForAnother = (
  before: Pick<RuleFields, "kind" | "looksFor" | "minutes">,
  after: Pick<RuleFields, "kind" | "looksFor" | "minutes">,
): boolean => before.kind !== after.kind || before.looksFor !== after.looksFor || before.minutes !== after.minutes;

/** A rule without what its kind does not use, so that equal rules are stored alike. */
export const tidied = (rule: RuleFields): RuleFields => ({
  ...rule,
  looksFor: rule.kind === "topic" ? rule.looksFor : "",
  minutes: rule.kind === "waiting" ? rule.minutes : null,
  languages: rule.kind === "waiting" ? [] : [...new Set(rule.languages)].sort(),
  channels: [...new Set(rule.channels)].sort(),
  members: rule.notify === "chosen" ? [...new Set(rule.members)].sort() : [],
});
