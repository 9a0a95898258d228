// The fields of a policy.
import { issueOf } from "#dashboard/api.ts";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { Priority } from "#modules/priority/contract";
import { CHANNELS, MAX_POLICY_NAME, type Policy, TARGETS } from "../../contract.ts";
import { DurationField } from "./duration-field.tsx";
import type { Choices } from "./choices.ts";
import { CHANNEL_NAMES, PRIORITY_NAMES } from "./sentence.ts";

interface FieldsProps {
  readonly policy: Policy;
  readonly at: number;
  readonly choices: Choices;
  readonly error: unknown;
  onChange(part: Partial<Policy>): void;
}
const LABELS = {
  first: m.response_targets_field_first,
  next: m.response_targets_field_next,
  resolution: m.response_targets_field_resolution,
} as const;

export function PolicyFields({ policy, at, choices, error, onChange }: FieldsProps) {
  const issue = (field: keyof Policy): string | undefined => issueOf(error, `policies.${at}.${field}`);
  return (
    <div className="mt-4 grid grid-cols-1 gap-5 border-t border-line pt-4">
      <Field label={m.response_targets_name()} error={issue("name")}>
        <TextInput
          dir="auto"
          value={policy.name}
          limit={MAX_POLICY_NAME}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Conditions policy={policy} choices={choices} issue={issue} onChange={onChange} />
      <fieldset className="grid min-w-0 grid-cols-1 gap-4">
        <legend className="mb-3 text-sm font-semibold">{m.response_targets_targets()}</legend>
        {TARGETS.map((target) => (
          <DurationField
            key={target}
            label={LABELS[target]()}
            unset={m.response_targets_no_such()}
            value={policy[target]}
            error={issue(target)}
            onChange={(minutes) => onChange({ [target]: minutes })}
          />
        ))}
        <Field label={m.response_targets_counts()} hint={m.response_targets_counts_hint()}>
          <Select
            value={policy.counts}
            options={[
              { value: "business", label: m.response_targets_counts_business() },
              { value: "always", label: m.response_targets_counts_always() },
            ]}
            onChange={(value) => onChange({ counts: value as Policy["counts"] })}
          />
        </Field>
        <DurationField
          label={m.response_targets_warn()}
          hint={m.response_targets_warn_hint()}
          unset={m.response_targets_never()}
          value={policy.warn}
          error={issue("warn")}
          onChange={(warn) => onChange({ warn })}
        />
        <Checkbox
          label={m.response_targets_assistant()}
          hint={m.response_targets_assistant_hint()}
          checked={policy.assistantCounts}
          onChange={(assistantCounts) => onChange({ assistantCounts })}
        />
      </fieldset>
    </div>
  );
}

const ANY = "";
const orNull = <T,>(value: string): T | null => (value === ANY ? null : (value as T));
interface ConditionsProps extends Pick<FieldsProps, "policy" | "choices" | "onChange"> {
  issue(field: keyof Policy): string | undefined;
}
/** What a conversation has to be; without a choice any. */
function Conditions({ policy, choices: { teams, tags }, issue, onChange }: ConditionsProps) {
  const { priorities, teamId, tagId, channel } = policy;
  // What is archived or gone stays chosen until something else is.
  const options = (all: readonly { readonly id: string; readonly name: string }[], chosen: string | null, any: string) => [
    { value: ANY, label: any },
    ...all.map(({ id, name }) => ({ value: id, label: name })),
    ...(chosen !== null && !all.some(({ id }) => id === chosen) ? [{ value: chosen, label: m.response_targets_gone() }] : []),
  ];
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-3 text-sm font-semibold">{m.response_targets_conditions()}</legend>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 text-sm font-medium">{m.response_targets_priorities()}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {Priority.options.map((one) => (
            <Checkbox
              key={one}
              label={PRIORITY_NAMES[one]()}
              checked={priorities.includes(one)}
              onChange={(on) => onChange({ priorities: on ? [...priorities, one] : priorities.filter((each) => each !== one) })}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field label={m.response_targets_team()} error={issue("teamId")}>
          <Select
            value={teamId ?? ANY}
            options={options(teams, teamId, m.response_targets_any_team())}
            onChange={(value) => onChange({ teamId: orNull(value) })}
          />
        </Field>
        <Field label={m.response_targets_tag()} error={issue("tagId")}>
          <Select
            value={tagId ?? ANY}
            options={options(tags, tagId, m.response_targets_any_tag())}
            onChange={(value) => onChange({ tagId: orNull(value) })}
          />
        </Field>
        <Field label={m.response_targets_channel()} error={issue("channel")}>
          <Select
            value={channel ?? ANY}
            options={[
              { value: ANY, label: m.response_targets_any_channel() },
              ...CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value]() })),
            ]}
            onChange={(value) => onChange({ channel: orNull(value) })}
          />
        </Field>
      </div>
    </fieldset>
  );
}
