// The fields of the guidance: whom the assistant answers, how, and what goes to people.
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { ReactNode } from "react";
import { CHANNELS, LENGTHS, MAX_MOST_ROUNDS, TONES, type Guidance } from "../../contract.ts";
import { LANGUAGES } from "../languages.ts";
import { ASKERS, CHANNEL, FIELD, LENGTH, TONE } from "./differences.ts";
import type { Draft } from "./draft.ts";
import { RulesField } from "./rules-field.tsx";

interface GuidanceFieldsProps {
  readonly draft: Draft;
  readonly disabled: boolean;
  onChange(changed: Partial<Draft>): void;
  /** What is wrong with the value at a path of the request. */
  issueOf(path: string): string | undefined;
}

export function GuidanceFields({ draft, disabled, onChange, issueOf }: GuidanceFieldsProps) {
  const languages = [...new Set([...LANGUAGES, ...draft.languages])];
  const toggled = <T extends string>(all: readonly T[], one: T, on: boolean): T[] =>
    on ? [...all.filter((each) => each !== one), one] : all.filter((each) => each !== one);
  /** The first fault of a list's items. */
  const itemIssue = (field: string, count: number): string | undefined =>
    issueOf(`guidance.${field}`) ??
    Array.from({ length: count }, (_, at) => issueOf(`guidance.${field}.${at}`)).find((issue) => issue !== undefined);
  const words = (field: "forbidden" | "handOverWords", hint: string) => (
    <Field label={FIELD[field]()} hint={hint} error={itemIssue(field, 100)}>
      <TextArea dir="auto" value={draft[field]} disabled={disabled} onChange={(event) => onChange({ [field]: event.target.value })} />
    </Field>
  );
  return (
    <>
      <Section title={m.assistant_section_whom()} lead={m.assistant_section_whom_lead()}>
        <Group label={FIELD.channels()} hint={m.assistant_channels_hint()} error={issueOf("guidance.channels")}>
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              label={CHANNEL[channel]()}
              disabled={disabled}
              checked={draft.channels.includes(channel)}
              onChange={(on) => onChange({ channels: toggled(draft.channels, channel, on) })}
            />
          ))}
        </Group>
        <Field label={FIELD.askers()} hint={draft.askers === "verified" ? m.assistant_askers_verified_hint() : undefined}>
          <Select
            value={draft.askers}
            disabled={disabled}
            options={(["everybody", "verified"] as const).map((value) => ({ value, label: ASKERS[value]() }))}
            onChange={(askers) => onChange({ askers: askers as Guidance["askers"] })}
          />
        </Field>
        <Group label={FIELD.languages()} hint={m.assistant_languages_hint()} error={itemIssue("languages", draft.languages.length)}>
          {languages.map((tag) => (
            <Checkbox
              key={tag}
              label={languageName(tag)}
              disabled={disabled}
              checked={draft.languages.includes(tag)}
              onChange={(on) => onChange({ languages: toggled(draft.languages, tag, on) })}
            />
          ))}
        </Group>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label={FIELD.share()}
            hint={m.assistant_share_hint()}
            error={issueOf("guidance.share") && m.assistant_whole_number({ from: 0, to: 100 })}
          >
            <TextInput
              inputMode="numeric"
              value={draft.share}
              disabled={disabled}
              onChange={(event) => onChange({ share: event.target.value })}
            />
          </Field>
          <Field
            label={FIELD.mostRounds()}
            hint={m.assistant_most_hint()}
            error={issueOf("guidance.mostRounds") && m.assistant_whole_number({ from: 1, to: MAX_MOST_ROUNDS })}
          >
            <TextInput
              inputMode="numeric"
              value={draft.mostRounds}
              disabled={disabled}
              onChange={(event) => onChange({ mostRounds: event.target.value })}
            />
          </Field>
        </div>
      </Section>
      <Section title={m.assistant_section_end()}>
        <Checkbox
          label={FIELD.closeConfirmed()}
          hint={m.assistant_close_hint()}
          checked={draft.closeConfirmed}
          disabled={disabled}
          onChange={(closeConfirmed) => onChange({ closeConfirmed })}
        />
      </Section>
      <Section title={m.assistant_section_how()} lead={m.assistant_section_how_lead()}>
        <Field label={FIELD.greeting()} hint={m.assistant_greeting_hint()} error={issueOf("guidance.greeting")}>
          <TextArea
            dir="auto"
            rows={2}
            value={draft.greeting}
            limit={300}
            disabled={disabled}
            onChange={(event) => onChange({ greeting: event.target.value })}
          />
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={FIELD.tone()}>
            <Select
              value={draft.tone}
              disabled={disabled}
              options={TONES.map((value) => ({ value, label: TONE[value]() }))}
              onChange={(tone) => onChange({ tone: tone as Guidance["tone"] })}
            />
          </Field>
          <Field label={FIELD.length()}>
            <Select
              value={draft.length}
              disabled={disabled}
              options={LENGTHS.map((value) => ({ value, label: LENGTH[value]() }))}
              onChange={(length) => onChange({ length: length as Guidance["length"] })}
            />
          </Field>
        </div>
        <Field label={FIELD.instructions()} hint={m.assistant_instructions_hint()} error={issueOf("guidance.instructions")}>
          <TextArea
            dir="auto"
            rows={4}
            value={draft.instructions}
            limit={2000}
            disabled={disabled}
            onChange={(event) => onChange({ instructions: event.target.value })}
          />
        </Field>
      </Section>
      <Section title={FIELD.rules()} lead={m.assistant_section_rules_lead()}>
        <RulesField rules={draft.rules} disabled={disabled} onRules={(rules) => onChange({ rules })} issueOf={issueOf} />
      </Section>
      <Section title={m.assistant_section_people()} lead={m.assistant_section_people_lead()}>
        {words("forbidden", m.assistant_forbidden_hint())}
        {words("handOverWords", m.assistant_words_hint())}
      </Section>
    </>
  );
}

const Group = ({ label, hint, error, children }: { label: string; hint: string; error: string | undefined; children: ReactNode }) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-2">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">{children}</div>
    <p className="text-xs text-muted">{hint}</p>
    {error && (
      <p role="alert" className="text-xs text-bad-text">
        {error}
      </p>
    )}
  </fieldset>
);
