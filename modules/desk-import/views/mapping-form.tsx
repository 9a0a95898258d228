// The mapping of an import: what statuses, people, tags and fields of the source become here, and the run's name.
import { locale } from "#dashboard/locale.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { FormEvent, ReactNode } from "react";
import { type DeskImportOptions, type previewDeskImport, STATUS_CHOICES } from "../contract.ts";

type Found = AnswerOf<typeof previewDeskImport>;
interface MappingFormProps {
  readonly found: Found;
  readonly options: DeskImportOptions;
  readonly name: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  onOptions(options: DeskImportOptions): void;
  onName(name: string): void;
  onStart(dry: boolean): void;
}
/** Tags that are offered for mapping; the others keep their names. */
const TAGS = 40;
const STATUS_LABELS = { open: m.desk_import_becomes_open, closed: m.desk_import_becomes_closed, skip: m.desk_import_becomes_skip };
/** The choice of a list that is not a member or an attribute. */
const NOBODY = "";

export function MappingForm({ found, options, name, busy, error, onOptions, onName, onStart }: MappingFormProps) {
  const set = <K extends "statuses" | "people" | "tags" | "fields" | "teams">(kind: K, key: string, value: string): void =>
    onOptions({ ...options, [kind]: { ...options[kind], [key]: value } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && !busy) onStart(true);
  };
  const members = [
    { value: NOBODY, label: m.desk_import_nobody() },
    ...found.members.map(({ name: label, email }) => ({ value: email.toLowerCase(), label })),
  ];
  const chosenMember = ({ id, email }: Found["people"][number]): string => {
    const address = (options.people[id] ?? email ?? "").toLowerCase();
    return members.some(({ value }) => value === address) ? address : NOBODY;
  };
  return (
    <Section title={m.desk_import_how()} lead={m.desk_import_how_lead()}>
      <form onSubmit={submit} className="grid grid-cols-1 gap-5">
        <Group title={m.desk_import_statuses()} empty={found.statuses.length === 0}>
          {found.statuses.map(({ status, tickets, becomes }) => (
            <Field key={status} label={m.desk_import_status_of({ status, tickets: tickets.toLocaleString(locale) })}>
              <Select
                value={Object.hasOwn(options.statuses, status) ? options.statuses[status] : becomes}
                onChange={(value) => set("statuses", status, value)}
                options={STATUS_CHOICES.map((value) => ({ value, label: STATUS_LABELS[value]() }))}
              />
            </Field>
          ))}
        </Group>
        <Group title={m.desk_import_people()} hint={m.desk_import_people_hint()} empty={found.people.length === 0}>
          {found.people.map((person) => (
            <Field key={person.id} label={person.email === null ? person.name : `${person.name} (${person.email})`}>
              <Select value={chosenMember(person)} onChange={(value) => set("people", person.id, value)} options={members} />
            </Field>
          ))}
        </Group>
        <Group
          title={m.desk_import_teams()}
          hint={m.desk_import_teams_hint()}
          empty={found.teams.length === 0 || found.ourTeams.length === 0}
        >
          {found.teams.map(({ id, name: label, team }) => (
            <Field key={id} label={label}>
              <Select
                value={options.teams[id] ?? team ?? NOBODY}
                onChange={(value) => set("teams", id, value)}
                options={[
                  { value: NOBODY, label: m.desk_import_no_team() },
                  ...found.ourTeams.map((one) => ({ value: one.id, label: one.name })),
                ]}
              />
            </Field>
          ))}
        </Group>
        <Group title={m.desk_import_tags()} hint={m.desk_import_tags_hint()} empty={found.tags.length === 0}>
          {found.tags.slice(0, TAGS).map(({ tag, tickets }) => (
            <Field key={tag} label={m.desk_import_tag_of({ tag, tickets: tickets.toLocaleString(locale) })}>
              <TextInput
                value={options.tags[tag] ?? tag}
                maxLength={50}
                onChange={(event) => set("tags", tag, event.target.value)}
                dir="auto"
              />
            </Field>
          ))}
        </Group>
        <Group title={m.desk_import_fields()} empty={found.fields.length === 0 || found.attributes.length === 0}>
          {found.fields.map(({ key, label }) => (
            <Field key={key} label={label}>
              <Select
                value={options.fields[key] ?? NOBODY}
                onChange={(value) => set("fields", key, value)}
                options={[
                  { value: NOBODY, label: m.desk_import_no_attribute() },
                  ...found.attributes.map((attribute) => ({ value: attribute.key, label: attribute.label })),
                ]}
              />
            </Field>
          ))}
        </Group>
        <div className="grid gap-2">
          <Checkbox label={m.desk_import_files()} checked={options.files} onChange={(files) => onOptions({ ...options, files })} />
          {found.replies !== null && found.replies > 0 && (
            <Checkbox
              label={m.desk_import_take_replies()}
              hint={m.desk_import_take_replies_hint()}
              checked={options.replies}
              onChange={(replies) => onOptions({ ...options, replies })}
            />
          )}
          {found.companies !== 0 && (
            <Checkbox
              label={m.desk_import_take_companies()}
              hint={m.desk_import_take_companies_hint()}
              checked={options.companies}
              onChange={(companies) => onOptions({ ...options, companies })}
            />
          )}
          {found.ratings !== null && found.ratings > 0 && (
            <Checkbox
              label={m.desk_import_take_ratings()}
              hint={m.desk_import_take_ratings_hint()}
              checked={options.ratings}
              onChange={(ratings) => onOptions({ ...options, ratings })}
            />
          )}
          {found.since !== null && (
            <Checkbox
              label={m.desk_import_everything()}
              checked={options.everything}
              onChange={(everything) => onOptions({ ...options, everything })}
            />
          )}
        </div>
        <Field label={m.desk_import_name()} hint={m.desk_import_name_hint()} className="max-w-90">
          <TextInput value={name} maxLength={100} onChange={(event) => onName(event.target.value)} dir="auto" />
        </Field>
        <p className="text-xs text-muted">{m.desk_import_not_kept()}</p>
        {error !== undefined && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {error}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ""}>
            {m.desk_import_try()}
          </Button>
          <Button busy={busy} disabled={name.trim() === ""} onClick={() => onStart(false)}>
            {m.desk_import_start()}
          </Button>
          <p className="text-xs text-muted">{m.desk_import_try_hint()}</p>
        </div>
      </form>
    </Section>
  );
}

function Group({ title, hint, empty, children }: { title: string; hint?: string; empty: boolean; children: ReactNode }) {
  if (empty) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{title}</legend>
      {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
