// Fields that every source has: name, audience, language. Whether an assistant may use it is stored, and shown once there is one.
import { issueOf } from "#dashboard/api.ts";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
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
/** Both are for the team only while there is no assistant; what was chosen before is kept. */
const audiencesFor = (chosen: Audience): Audience[] => ["public", chosen === TEAM_AND_ASSISTANT ? TEAM_AND_ASSISTANT : TEAM_ONLY];

export const VisibilityFields = ({ value, onChange, error, languages }: Props) => (
  <>
    <Field label={m.knowledge_name()} error={issueOf(error, "name")}>
      <TextInput value={value.name} maxLength={120} dir="auto" onChange={(event) => onChange({ ...value, name: event.target.value })} />
    </Field>
    <Field label={m.knowledge_audience()}>
      <Select
        value={value.audience}
        options={audiencesFor(value.audience).map((one) => ({ value: one, label: audienceName[one]() }))}
        onChange={(audience) => onChange({ ...value, audience: audience as Audience })}
      />
    </Field>
    <LanguageField
      value={value.locale}
      languages={languages}
      onChange={(locale) => onChange({ ...value, locale })}
      error={issueOf(error, "locale")}
    />
  </>
);
