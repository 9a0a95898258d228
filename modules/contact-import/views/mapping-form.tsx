// What each column of the file is, what happens to contacts that are here, and how the file is read.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type Attribute, listAttributes } from "#modules/contact-attributes/contract";
import { useState } from "react";
import {
  checkContactImport,
  type ContactImport,
  EXISTING,
  type Existing,
  listContactImportRows,
  listContactImports,
  PLAIN_TARGETS,
  readContactImportSample,
  startContactImport,
  type Target,
} from "../contract.ts";
import { EXISTING_LABELS, TARGETS } from "./labels.ts";

interface MappingFormProps {
  readonly projectId: string;
  readonly run: ContactImport;
  /** The file is being read in another way: its rows are not yet what will be imported. */
  readonly reading: boolean;
  onChange(answer: { import: ContactImport }): void;
}
export function MappingForm(props: MappingFormProps) {
  const { projectId, run } = props;
  const sample = useRouteQuery(readContactImportSample, { params: { projectId, contactImportId: run.id } }, { staleTime: 0 });
  const attributes = useRouteQuery(listAttributes, { params: { projectId } });
  const error = sample.error ?? attributes.error;
  if (!sample.data || !attributes.data)
    return error ? (
      <ProblemState error={error} onRetry={() => void Promise.all([sample.refetch(), attributes.refetch()])} />
    ) : (
      <SectionsPending />
    );
  return <Mapping {...props} rows={sample.data.rows} suggested={sample.data.suggested} attributes={attributes.data.items} />;
}
interface MappingProps extends MappingFormProps {
  readonly rows: readonly (readonly string[])[];
  readonly suggested: readonly (Target | null)[];
  readonly attributes: readonly Attribute[];
}
function Mapping({ projectId, run, reading, onChange, rows, suggested, attributes }: MappingProps) {
  const [mapping, setMapping] = useState<readonly (Target | null)[]>(run.mapping.length === run.headings.length ? run.mapping : suggested);
  const [existing, setExisting] = useState<Existing>(run.existing);
  const options = { done: onChange, invalidates: [listContactImportRows, listContactImports, listAttributes], suppressToast: true };
  const check = useRouteMutation(checkContactImport, options);
  const start = useRouteMutation(startContactImport, options);
  const request = {
    params: { projectId, contactImportId: run.id },
    body: { mapping: [...mapping], existing },
  };
  const isNamed = mapping.some((target) => target === "id" || target === "email" || target === "external_id");
  const isChecked = run.state === "checked" && existing === run.existing && mapping.every((target, at) => target === run.mapping[at]);
  const problem = refusalOf(check.error) ?? refusalOf(start.error);
  const fields = [
    { value: "", label: m.contact_import_target_none() },
    ...PLAIN_TARGETS.map((target) => ({ value: target as string, label: TARGETS[target]() })),
    ...attributes
      .filter(({ archived, key }) => !archived && key !== "phone")
      .map(({ key, label }) => ({ value: `attribute:${key}`, label: m.contact_import_target_attribute({ label }) })),
  ];
  const choose = (at: number, value: string): void =>
    setMapping(mapping.map((held, index) => (index === at ? ((value || null) as Target | null) : held === value ? null : held)));
  return (
    <Section title={m.contact_import_mapping()} lead={m.contact_import_mapping_lead()}>
      <ul className="grid gap-4">
        {run.headings.map((heading, at) => {
          const name = plain(heading) || m.contact_import_column({ number: at + 1 });
          const cells = rows.map((row) => plain(row[at] ?? "")).filter((cell) => cell !== "");
          return (
            <li key={at} className="grid gap-1 sm:grid-cols-2 sm:gap-4">
              <Field label={name}>
                <Select value={mapping[at] ?? ""} options={fields} onChange={(value) => choose(at, value)} />
              </Field>
              <p className="min-w-0 self-end truncate text-xs text-muted sm:pb-2" dir="auto">
                {cells.length === 0 ? m.contact_import_no_cells() : cells.slice(0, 3).join(" · ")}
              </p>
            </li>
          );
        })}
      </ul>
      <Field label={m.contact_import_existing()}>
        <Select
          value={existing}
          options={EXISTING.map((value) => ({ value, label: EXISTING_LABELS[value]() }))}
          onChange={(value) => setExisting(value as Existing)}
        />
      </Field>
      {!isNamed && <p className="text-warn-text">{m.contact_import_needs_identity()}</p>}
      {problem !== undefined && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isChecked ? "secondary" : "primary"}
          busy={check.isPending}
          disabled={!isNamed || reading}
          onClick={() => check.mutate(request)}
        >
          {m.contact_import_check()}
        </Button>
        {isChecked && (
          <Button variant="primary" busy={start.isPending} disabled={reading} onClick={() => start.mutate(request)}>
            {m.contact_import_start({ count: run.counts.created + run.counts.updated })}
          </Button>
        )}
      </div>
    </Section>
  );
}
