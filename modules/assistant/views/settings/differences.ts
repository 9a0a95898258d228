// What differs between two versions of the guidance, in words.
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import type { Guidance } from "../../contract.ts";
import { changedFields, type FieldName } from "./draft.ts";

export const FIELD: Readonly<Record<FieldName, () => string>> = {
  channels: m.assistant_field_channels,
  askers: m.assistant_field_askers,
  languages: m.assistant_field_languages,
  share: m.assistant_field_share,
  mostRounds: m.assistant_field_most,
  closeConfirmed: m.assistant_field_close,
  greeting: m.assistant_field_greeting,
  tone: m.assistant_field_tone,
  length: m.assistant_field_length,
  instructions: m.assistant_field_instructions,
  rules: m.assistant_field_rules,
  forbidden: m.assistant_field_forbidden,
  handOverWords: m.assistant_field_words,
};
export const CHANNEL: Readonly<Record<Guidance["channels"][number], () => string>> = {
  widget: m.assistant_channel_widget,
  email: m.assistant_channel_email,
};
export const ASKERS: Readonly<Record<Guidance["askers"], () => string>> = {
  everybody: m.assistant_askers_everybody,
  verified: m.assistant_askers_verified,
};
export const TONE: Readonly<Record<Guidance["tone"], () => string>> = {
  neutral: m.assistant_tone_neutral,
  friendly: m.assistant_tone_friendly,
  formal: m.assistant_tone_formal,
};
export const LENGTH: Readonly<Record<Guidance["length"], () => string>> = {
  short: m.assistant_length_short,
  medium: m.assistant_length_medium,
  long: m.assistant_length_long,
};
export const ACTION: Readonly<Record<Guidance["rules"][number]["action"], () => string>> = {
  hand_over: m.assistant_rule_hand_over,
  say: m.assistant_rule_say,
};

const SAYS: { readonly [F in FieldName]: (guidance: Guidance) => string } = {
  channels: ({ channels }) => channels.map((one) => CHANNEL[one]()).join(", "),
  askers: ({ askers }) => ASKERS[askers](),
  languages: ({ languages }) => (languages.length === 0 ? m.assistant_languages_all() : languages.map(languageName).join(", ")),
  share: ({ share }) => `${share} %`,
  mostRounds: ({ mostRounds }) => String(mostRounds),
  closeConfirmed: ({ closeConfirmed }) => (closeConfirmed ? m.assistant_yes() : m.assistant_no()),
  greeting: ({ greeting }) => greeting,
  tone: ({ tone }) => TONE[tone](),
  length: ({ length }) => LENGTH[length](),
  instructions: ({ instructions }) => instructions,
  rules: ({ rules }) =>
    rules.map(({ about, action, text }) => `${about} → ${ACTION[action]()}${text === "" ? "" : `: ${text}`}`).join("\n"),
  forbidden: ({ forbidden }) => forbidden.join(", "),
  handOverWords: ({ handOverWords }) => handOverWords.join(", "),
};

export interface Difference {
  readonly field: FieldName;
  readonly from: string;
  readonly to: string;
}
export const differencesOf = (from: Guidance, to: Guidance): readonly Difference[] =>
  changedFields(from, to).map((field) => ({
    field,
    from: SAYS[field](from) || m.assistant_nothing(),
    to: SAYS[field](to) || m.assistant_nothing(),
  }));

/** What somebody else saved while the form was open. */
export interface TheirSave {
  readonly by: string | null;
  readonly version: number;
  readonly differences: readonly Difference[];
  /** Fields that both changed. */
  readonly both: readonly FieldName[];
}
