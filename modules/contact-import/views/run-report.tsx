// The report of an import, row by row.
import { call } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { PagedList } from "#dashboard/ui/paged-list.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { contactsPath } from "#modules/contacts/contract";
import { contactName } from "#modules/contacts/views";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { type ContactImport, type ContactImportRow, listContactImportRows, outcomeLabel, OUTCOMES, reasonLabel } from "../contract.ts";
import { isMoving, OUTCOME_TONES, UNDONE } from "./labels.ts";

export function RunReport({ projectId, run }: { projectId: string; run: ContactImport }) {
  const [shown, setShown] = useState("");
  const outcome = OUTCOMES.find((one) => one === shown);
  const list = useInfiniteQuery({
    queryKey: [listContactImportRows.name, run.id, shown, run.state, isMoving(run) ? run.at : 0],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listContactImportRows>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listContactImportRows, { params: { projectId, contactImportId: run.id }, query: { cursor: pageParam, outcome }, signal }),
    placeholderData: (before) => before,
  });
  const csv = `/api/management/projects/${projectId}/contact-imports/${run.id}/report.csv`;
  return (
    <section aria-labelledby="import-report" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="import-report" className="text-md font-semibold">
          {m.contact_import_report()}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <a className={buttonLink} href={shown === "" ? csv : `${csv}?outcome=${shown}`} download>
            <Download className="size-4" aria-hidden />
            {m.contact_import_download()}
          </a>
          <Field label={m.contact_import_filter()} hideLabel className="w-48">
            <Select
              value={shown}
              onChange={setShown}
              options={[
                { value: "", label: m.contact_import_filter_all() },
                ...OUTCOMES.map((value) => ({
                  value,
                  label: `${outcomeLabel(value, run.dry)} (${run.counts[value].toLocaleString(locale)})`,
                })),
              ]}
            />
          </Field>
        </div>
      </div>
      <PagedList
        list={list}
        none={isMoving(run) ? m.contact_import_report_soon() : m.contact_import_report_none()}
        more={m.contact_import_more()}
      >
        {(row) => <Row key={row.n} projectId={projectId} row={row} run={run} />}
      </PagedList>
    </section>
  );
}
function Row({ projectId, row, run }: { projectId: string; row: ContactImportRow; run: ContactImport }) {
  const { contact, place } = row;
  const column = place === null ? undefined : plain(run.headings[place] ?? "") || m.contact_import_column({ number: place + 1 });
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-50 font-medium wrap-anywhere">
          {contact === null ? (
            m.contact_import_line({ line: row.line })
          ) : (
            <Link to={`${contactsPath(projectId)}/${contact.id}`} className="underline-offset-2 hover:underline pointer-coarse:py-2">
              <bdi>{plain(contactName(contact))}</bdi>
            </Link>
          )}
        </p>
        <span className="flex items-center gap-3">
          {contact !== null && <span className="text-xs text-muted">{m.contact_import_line({ line: row.line })}</span>}
          <Chip tone={OUTCOME_TONES[row.outcome]}>{outcomeLabel(row.outcome, run.dry)}</Chip>
          {row.undone !== null && <Chip tone={row.undone === "kept" ? "warn" : "neutral"}>{UNDONE[row.undone]()}</Chip>}
        </span>
      </div>
      {row.reason !== null && (
        <p className="text-muted wrap-anywhere">
          {column !== undefined && <bdi className="font-medium">{column}: </bdi>}
          {reasonLabel(row.reason)}
        </p>
      )}
    </li>
  );
}
