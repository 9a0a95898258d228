// Fields that every source has: name, audience, whether the assistant uses it, language.
import { issueOf } from "#dashboard/api.ts";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type Audience, TEAM_AND_ASSISTANT, TEAM_ONLY } from "#modules/retrieval/contract";
import { LanguageField } from "./language-field.tsx";
import { audienceName } from "./labels.ts";

export interface VisibilityValue {
  readonly name: string;
  readonly audience: Audience;
  readonly assistant: boolean;
  readonly locale: string;
}
interface Props {
  readonly value: VisibilityValue;
  onChange(value: VisibilityValue): void;
  readonly error: unknown;
  /** Languages of the project's readers. */
  readonly languages: readonly string[];
}
/** What the team alone may read is never told; what the assistant may tell is meant for it, unless a program stored otherwise. */
const mayChoose = ({ audience, assistant }: VisibilityValue): boolean =>
  audience === "public" || (audience === TEAM_AND_ASSISTANT && !assistant);
/** The value with another audience. */
const withAudience = (value: VisibilityValue, audience: Audience): VisibilityValue => ({
  ...value,
  audience,
  assistant: audience === TEAM_AND_ASSISTANT || value.assistant,
});

export const VisibilityFields = ({ value, onChange, error, languages }: Props) => (
  <>
    <Field label={m.knowledge_name()} error={issueOf(error, "name")}>
      <TextInput value={value.name} maxLength={120} dir="auto" onChange={(event) => onChange({ ...value, name: event.target.value })} />
    </Field>
    <Field label={m.knowledge_audience()} hint={value.audience === TEAM_AND_ASSISTANT ? m.knowledge_audience_told_hint() : undefined}>
      <Select
        value={value.audience}
        options={(["public", TEAM_AND_ASSISTANT, TEAM_ONLY] as const).map((one) => ({ value: one, label: audienceName[one]() }))}
        onChange={(audience) => onChange(withAudience(value, audience as Audience))}
      />
    </Field>
    {mayChoose(value) && (
      <Checkbox
        label={m.knowledge_assistant_uses()}
        checked={value.assistant}
        onChange={(assistant) => onChange({ ...value, assistant })}
      />
    )}
    <LanguageField
      value={value.locale}
      languages={languages}
      onChange={(locale) => onChange({ ...value, locale })}
      error={issueOf(error, "locale")}
    />
  </>
);
