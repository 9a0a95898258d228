// The fields of a rule as a form holds them.
import { m } from "#messages";
import type { Rule, RuleFields, RuleKind } from "../../contract.ts";
import { KIND_LABELS } from "../labels.ts";

/** A ready rule of a kind, as it is proposed. */
export const readyRule = (kind: RuleKind): RuleFields => ({
  name: kind === "topic" ? "" : KIND_LABELS[kind].label(),
  kind,
  looksFor: "",
  minutes: kind === "waiting" ? 30 : null,
  channels: [],
  languages: [],
  notify: "everybody",
  members: [],
  handOver: false,
  enabled: true,
  perHour: 20,
});
/** What can be changed of a rule. */
export const fieldsOf = (rule: Rule): RuleFields => {
  const { id: _id, version: _version, precision: _precision, ...fields } = rule;
  return fields;
};
export const NOTIFY: Readonly<Record<RuleFields["notify"], () => string>> = {
  everybody: m.monitoring_notify_everybody,
  chosen: m.monitoring_notify_chosen,
  nobody: m.monitoring_notify_nobody,
};
/** The languages that the form offers: those of the widget. */
export const LANGUAGES = ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt"];
