// How the file is read: its encoding, which can be chosen, and the first rows as they are read in it.
import { useRouteQuery } from "#dashboard/api.ts";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { ENCODINGS } from "#kernel/csv/text-of-file.ts";
import { m } from "#messages";
import { useRef, useState } from "react";
import { type ContactImport, readContactImportSample } from "../contract.ts";
import { FileButton } from "./file-button.tsx";
import { ENCODING_LABELS } from "./labels.ts";
import { NotTaken, putFile, useSentFile } from "./send-file.ts";

/** Milliseconds. */
const RESTS = 250;

interface Reading {
  readonly from: Blob;
  readonly as: string | undefined;
}
interface ReadingProps {
  readonly projectId: string;
  readonly run: ContactImport;
  /** The encoding that the file is being read in; what is stored is of another one until then. */
  readonly wanted: string | undefined;
  onWanted(encoding: string | undefined): void;
}
export function FileReading({ projectId, run, wanted, onWanted }: ReadingProps) {
  const { data } = useRouteQuery(readContactImportSample, { params: { projectId, contactImportId: run.id } }, { staleTime: 0 });
  const [problem, setProblem] = useState<string>();
  const sent = useSentFile(run.id);
  const encoding = run.encoding ?? "utf-8";
  const next = useRef<Reading>(undefined);
  const reading = useRef(false);
  /** A list that is walked by keys says each of its choices: only where it rests counts, and what is chosen meanwhile comes after it. */
  async function read(from: Blob, as: string | undefined): Promise<void> {
    onWanted(as ?? encoding);
    setProblem(undefined);
    next.current = { from, as };
    if (reading.current) return;
    reading.current = true;
    let failed: string | undefined;
    for (let now: Reading | undefined = next.current; now !== undefined; now = next.current) {
      await new Promise((resolve) => void setTimeout(resolve, RESTS));
      if (next.current !== now) continue;
      next.current = undefined;
      try {
        await putFile(projectId, run.id, now.from, { encoding: now.as });
        failed = undefined;
      } catch (cause) {
        failed = cause instanceof NotTaken ? cause.message : messageOf(cause);
      }
    }
    reading.current = false;
    setProblem(failed);
    onWanted(undefined);
  }
  // It accepts every file, so it is what is left; the others are recognised or chosen.
  const isGuess = encoding === "windows-1252" && sent?.chosen !== encoding;
  return (
    <Section title={m.contact_import_reading()} lead={m.contact_import_reading_lead()}>
      <Field
        label={m.contact_import_encoding()}
        hint={!sent ? m.contact_import_encoding_again() : isGuess ? m.contact_import_encoding_guess() : undefined}
      >
        <Select
          value={wanted ?? encoding}
          disabled={!sent}
          options={ENCODINGS.map((value) => ({ value: value as string, label: ENCODING_LABELS[value]() }))}
          onChange={(value) => void (sent && read(sent.file, value))}
        />
      </Field>
      {!sent && (
        <FileButton
          size="sm"
          label={m.contact_import_choose_again()}
          busy={wanted !== undefined}
          onChoose={(file) => void read(file, undefined)}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      {data && <FirstRows headings={run.headings} rows={data.rows} />}
    </Section>
  );
}

function FirstRows({ headings, rows }: { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] }) {
  const cell = "max-w-60 truncate px-2 py-1.5 text-start";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls sideways on a phone, also by keyboard.
    <div className="overflow-x-auto rounded-md border border-line" role="group" aria-label={m.contact_import_first_rows()} tabIndex={0}>
      <table className="w-full text-xs" aria-live="polite">
        <thead className="bg-subtle">
          <tr>
            {headings.map((heading, at) => (
              <th key={at} scope="col" dir="auto" className={`${cell} font-medium`}>
                {plain(heading) || m.contact_import_column({ number: at + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n} className="border-t border-line">
              {headings.map((_, at) => (
                <td key={at} dir="auto" className={cell}>
                  {plain(row[at] ?? "")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
