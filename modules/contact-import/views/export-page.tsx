// Exports contacts as CSV: all, or as the list is filtered, with the columns that are chosen.
import { useProject } from "#dashboard/session.tsx";
import { useStore } from "#dashboard/store.ts";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { contactsPath } from "#modules/contacts/contract";
import { filtersIn, listOf } from "#modules/contacts/views";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Download } from "lucide-react";
import { useState } from "react";
import { EXPORT_COLUMNS, type ExportColumn } from "../contract.ts";
import { TARGETS } from "./labels.ts";

const LABELS: Readonly<Record<ExportColumn, () => string>> = {
  ...{ id: TARGETS.id, name: TARGETS.name, email: TARGETS.email, external_id: TARGETS.external_id, company: TARGETS.company },
  verified: m.contact_import_export_verified,
  attributes: m.contact_import_export_attributes,
  created: m.contact_import_export_created,
  seen: m.contact_import_export_seen,
};
export default function ContactExportPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page
      title={m.contact_import_export_title()}
      lead={
        <Link to={contactsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.contact_import_contacts()}
        </Link>
      }
    >
      {mayI("admin") ? <ContactExport key={projectId} projectId={projectId} /> : <Forbidden message={m.contact_import_forbidden()} />}
    </Page>
  );
}
function ContactExport({ projectId }: { projectId: string }) {
  const { hidden, ...filters } = useStore(listOf(projectId));
  const isFiltered = filtersIn({ ...filters, hidden }) > 0;
  const [asFiltered, setAsFiltered] = useState(isFiltered);
  const [columns, setColumns] = useState<readonly ExportColumn[]>(EXPORT_COLUMNS);
  const query = new URLSearchParams({
    columns: columns.join(","),
    ...(asFiltered
      ? { ...(hidden ? { hidden: "1" } : {}), ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) }
      : {}),
  });
  const check = "flex items-center gap-2 pointer-coarse:min-h-11";
  return (
    <Section title={m.contact_import_export_what()} lead={m.contact_import_export_lead()}>
      {isFiltered && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">{m.contact_import_export_what()}</legend>
          {[true, false].map((value) => (
            <label key={String(value)} className={check}>
              <input
                type="radio"
                name="which"
                className="size-4 accent-accent pointer-coarse:size-6"
                checked={asFiltered === value}
                onChange={() => setAsFiltered(value)}
              />
              {value ? m.contact_import_export_filtered() : m.contact_import_export_all()}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{m.contact_import_export_columns()}</legend>
        {EXPORT_COLUMNS.map((column) => (
          <Checkbox
            key={column}
            label={LABELS[column]()}
            checked={columns.includes(column)}
            onChange={(on) => setColumns(on ? [...columns, column] : columns.filter((one) => one !== column))}
            className="pointer-coarse:py-2.5"
          />
        ))}
      </fieldset>
      {columns.length === 0 ? (
        <p role="status" className="text-muted">
          {m.contact_import_export_none()}
        </p>
      ) : (
        <div>
          <a className={buttonLink} href={`/api/management/projects/${projectId}/contacts.csv?${query.toString()}`} download>
            <Download className="size-4" aria-hidden />
            {m.contact_import_export_download()}
          </a>
        </div>
      )}
    </Section>
  );
}
