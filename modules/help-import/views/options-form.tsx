// Options of an import: which articles, for whom, and the run's name.
import { issueOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import type { FormEvent } from "react";
import type { ImportOptions } from "../contract.ts";

interface OptionsFormProps {
  readonly project: string;
  readonly options: ImportOptions;
  readonly locales: readonly string[];
  readonly name: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly problem: unknown;
  onOptions(options: ImportOptions): void;
  onName(name: string): void;
  onStart(dry: boolean): void;
}
export function OptionsForm({ project, options, locales, name, busy, error, problem, onOptions, onName, onStart }: OptionsFormProps) {
  const set = (change: Partial<ImportOptions>): void => onOptions({ ...options, ...change });
  const chosen = options.locales ?? locales;
  const pick = (locale: string, on: boolean): void => {
    const next = locales.filter((one) => (one === locale ? on : chosen.includes(one)));
    set({ locales: next.length === locales.length ? null : next });
  };
  const ready = name.trim() !== "" && chosen.length > 0 && !busy;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) onStart(true);
  };
  return (
    <Section title={m.help_import_how()} lead={m.help_import_into({ project })}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={m.help_import_published()}>
            <Select
              value={options.publish ? "publish" : "draft"}
              onChange={(value) => set({ publish: value === "publish" })}
              options={[
                { value: "publish", label: m.help_import_publish() },
                { value: "draft", label: m.help_import_as_drafts() },
              ]}
            />
          </Field>
          <Field label={m.help_import_audience()}>
            <Select
              value={options.audience}
              onChange={(value) => set({ audience: value as ImportOptions["audience"] })}
              options={[
                { value: "public", label: m.help_import_audience_public() },
                { value: "told", label: m.help_import_audience_told() },
                { value: "members", label: m.help_import_audience_members() },
              ]}
            />
          </Field>
          <Field label={m.help_import_drafts()}>
            <Select
              value={options.drafts}
              onChange={(value) => set({ drafts: value as ImportOptions["drafts"] })}
              options={[
                { value: "draft", label: m.help_import_as_drafts() },
                { value: "skip", label: m.help_import_skip() },
              ]}
            />
          </Field>
          <Field label={m.help_import_restricted()}>
            <Select
              value={options.restricted}
              onChange={(value) => set({ restricted: value as ImportOptions["restricted"] })}
              options={[
                { value: "members", label: m.help_import_restricted_members() },
                { value: "draft", label: m.help_import_as_drafts() },
                { value: "skip", label: m.help_import_skip() },
              ]}
            />
          </Field>
        </div>
        {locales.length > 1 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">{m.help_import_languages()}</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {locales.map((locale) => (
                <Checkbox key={locale} label={languageName(locale)} checked={chosen.includes(locale)} onChange={(on) => pick(locale, on)} />
              ))}
            </div>
            {chosen.length === 0 && <p className="text-xs text-bad-text">{m.help_import_no_language()}</p>}
          </fieldset>
        )}
        <Field label={m.help_import_name()} hint={m.help_import_name_hint()} error={issueOf(problem, "name")} className="max-w-90">
          <TextInput value={name} limit={100} onChange={(event) => onName(event.target.value)} dir="auto" />
        </Field>
        {error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {error}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {m.help_import_try()}
          </Button>
          <Button disabled={!ready} onClick={() => onStart(false)}>
            {m.help_import_start()}
          </Button>
          <p className="basis-full text-xs text-muted">{m.help_import_try_hint()}</p>
        </div>
      </form>
    </Section>
  );
}
