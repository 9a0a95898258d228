// Imports leads from a pasted list or a CSV file: what the columns are, what would become of each row, then the import with its progress.
import { locale } from "#dashboard/locale.ts";
import { useProject } from "#dashboard/session.tsx";
import { textOf } from "#kernel/csv/text-of-file.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Field, Select, TextArea } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { leadsPath } from "../../contract.ts";
import { FIELDS, type FieldName } from "../fields.ts";
import { OwnerSelect } from "../owner-select.tsx";
import { rereadLeads } from "../queries.ts";
import { type Row, rowsOf, send } from "./run.ts";
import { ListProblem, MAX_BYTES, readTable, type Table } from "./table.ts";

/** Why a check ends early: another list is wanted. */
const DISCARDED = new Error("discarded");
/** Rows that are shown of a list. */
const SHOWN = 50;

export default function ImportScreen() {
  const { project } = useProject();
  return (
    <Page
      title={m.leads_import_title()}
      lead={
        <Link to={leadsPath(project.id)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.leads_title()}
        </Link>
      }
      width="wide"
    >
      <Import key={project.id} projectId={project.id} />
    </Page>
  );
}

interface State {
  readonly table: Table;
  readonly keys: readonly string[];
  readonly rows: readonly Row[];
  /** What the rows' outcomes are of: nothing yet, a dry run, or the import. */
  readonly step: "mapping" | "checked" | "importing" | "done";
}
function Import({ projectId }: { projectId: string }) {
  const [text, setText] = useState("");
  const [state, setState] = useState<State>();
  const [ownerId, setOwnerId] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);

  async function begin(given: string): Promise<void> {
    setProblem(undefined);
    setBusy(true);
    try {
      const table = await readTable(given);
      const keys = table.rows.map(() => crypto.randomUUID());
      setState({ table, keys, rows: rowsOf(table, keys), step: "mapping" });
    } catch (cause) {
      setProblem(cause instanceof ListProblem ? cause.message : m.leads_import_unreadable());
    } finally {
      setBusy(false);
    }
  }
  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(m.leads_import_big({ max: MAX_BYTES / 1_000_000 }));
    await begin(textOf(new Uint8Array(await file.arrayBuffer())));
  }
  function map(at: number, field: FieldName | undefined): void {
    if (!state) return;
    const mapping = state.table.mapping.map((held, i) => (i === at ? field : held === field ? undefined : held));
    const table = { ...state.table, mapping };
    setState({ ...state, table, rows: rowsOf(table, state.keys), step: "mapping" });
  }
  async function run(dryRun: boolean): Promise<void> {
    if (!state || busy) return;
    setBusy(true);
    setProblem(undefined);
    stop.current = new AbortController();
    const { signal } = stop.current;
    const onProgress = (rows: readonly Row[]): void => setState((held) => (held && !signal.aborted ? { ...held, rows } : held));
    try {
      const rows = rowsOf(state.table, state.keys);
      setState({ ...state, rows, step: dryRun ? "mapping" : "importing" });
      const done = await send(projectId, rows, { dryRun, ownerId, signal, onProgress });
      if (!signal.aborted) setState({ ...state, rows: done, step: dryRun ? "checked" : "done" });
    } catch (cause) {
      if (signal.reason === DISCARDED) return;
      // What was sent is stored, and is not stored again: the same button goes on.
      setProblem(!signal.aborted ? messageOf(cause) : dryRun ? undefined : m.leads_import_stopped());
      setState((held) => held && { ...held, step: dryRun ? "mapping" : "checked" });
    } finally {
      setBusy(false);
      if (!dryRun) void rereadLeads(projectId);
    }
  }

  if (!state)
    return (
      <Section title={m.leads_import_source()} lead={m.leads_import_source_lead()}>
        <Field label={m.leads_import_paste()} hint={m.leads_import_paste_hint()}>
          <TextArea dir="auto" rows={8} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
        </Field>
        {problem && <Problem text={problem} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" busy={busy} disabled={text.trim() === ""} onClick={() => void begin(text)}>
            {m.leads_import_read()}
          </Button>
          <FileButton onFile={(file) => void open(file)} />
        </div>
      </Section>
    );
  const { table, rows, step } = state;
  const left = rows.filter(({ wrong, outcome }) => wrong === undefined && outcome === undefined).length;
  const right = rows.filter(({ wrong }) => wrong === undefined).length;
  const mapped = table.mapping.some((field) => field !== undefined);
  return (
    <>
      <UnsavedChanges when={step !== "done"} />
      <Section title={m.leads_import_columns()} lead={m.leads_import_columns_lead()}>
        <div className="grid gap-3 sm:grid-cols-3">
          {table.columns.map((column, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- Columns never move.
            <Field key={at} label={plain(column) || m.leads_import_column({ number: at + 1 })} hint={<Sample table={table} at={at} />}>
              <Select
                value={table.mapping[at] ?? ""}
                disabled={busy || step === "done"}
                onChange={(next) => map(at, next === "" ? undefined : (next as FieldName))}
                options={[
                  { value: "", label: m.leads_import_left_out() },
                  ...FIELDS.map(({ name, label }) => ({ value: name, label: label() })),
                ]}
              />
            </Field>
          ))}
        </div>
        <Field label={m.leads_owner()} className="sm:max-w-60">
          <OwnerSelect value={ownerId} onChange={setOwnerId} />
        </Field>
      </Section>
      <Section title={step === "done" ? m.leads_import_done() : m.leads_import_rows({ count: rows.length })}>
        <Counts rows={rows} step={step} />
        {step === "importing" && (
          <div className="grid gap-1">
            <progress aria-label={m.leads_import_progress()} max={right} value={right - left} className="h-2 w-full accent-(--accent)" />
            <p role="status" className="text-xs text-muted">
              {m.leads_import_so_far({ done: right - left, all: right })}
            </p>
          </div>
        )}
        {problem && <Problem text={problem} />}
        <div className="flex flex-wrap gap-2">
          {step === "importing" || busy ? (
            <Button onClick={() => stop.current?.abort()}>{m.leads_import_stop()}</Button>
          ) : step === "done" ? (
            <Link to={leadsPath(projectId)} className="text-accent-text hover:underline">
              {m.leads_import_to_leads()}
            </Link>
          ) : (
            <>
              <Button
                variant={step === "mapping" ? "primary" : "secondary"}
                busy={busy && step === "mapping"}
                disabled={!mapped}
                onClick={() => void run(true)}
              >
                {m.leads_import_check()}
              </Button>
              {step === "checked" && (
                <Button variant="primary" busy={busy} disabled={right === 0} onClick={() => void run(false)}>
                  {m.leads_import_run()}
                </Button>
              )}
              <Button
                variant="ghost"
                onClick={() => {
                  stop.current?.abort(DISCARDED);
                  setState(undefined);
                  setProblem(undefined);
                }}
              >
                {m.leads_import_other()}
              </Button>
            </>
          )}
        </div>
        <Preview rows={rows} step={step} />
      </Section>
    </>
  );
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="text-bad-text">
    {text}
  </p>
);
function FileButton({ onFile }: { onFile(file: File | undefined): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {m.leads_import_file()}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={m.leads_import_file()}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file again, once it was corrected, is a change too.
          event.target.value = "";
        }}
      />
    </>
  );
}
const Sample = ({ table, at }: { table: Table; at: number }) => {
  const cell = table.rows.map((row) => row[at]?.trim() ?? "").find((text) => text !== "");
  return <bdi className="block truncate">{cell === undefined ? m.leads_import_no_cells() : plain(cell.slice(0, 80))}</bdi>;
};

const TONES: Readonly<Record<string, Tone>> = { created: "ok", duplicate: "neutral", suppressed: "warn", wrong: "bad" };
const labelOf = (outcome: string, step: State["step"]): string =>
  outcome === "wrong"
    ? m.leads_import_is_wrong()
    : outcome === "duplicate"
      ? m.leads_import_is_duplicate()
      : outcome === "suppressed"
        ? m.leads_import_is_suppressed()
        : step === "checked"
          ? m.leads_import_is_new()
          : m.leads_import_is_added();
const outcomeOf = ({ wrong, outcome }: Row): string | undefined => (wrong === undefined ? outcome : "wrong");
function Counts({ rows, step }: { rows: readonly Row[]; step: State["step"] }) {
  const counts = Object.entries(Object.groupBy(rows, (row) => outcomeOf(row) ?? "")).filter(([outcome]) => outcome !== "");
  if (counts.length === 0) return null;
  return (
    <div role="status">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {counts.map(([outcome, held = []]) => (
          <li key={outcome} className="flex items-center gap-1.5">
            <Chip tone={TONES[outcome] ?? "neutral"}>{labelOf(outcome, step)}</Chip>
            {held.length.toLocaleString(locale)}
          </li>
        ))}
      </ul>
    </div>
  );
}
/** What is wrong first, since that is what somebody can act on. */
function Preview({ rows, step }: { rows: readonly Row[]; step: State["step"] }) {
  const order = ["wrong", "suppressed", "duplicate", "created", undefined];
  const shown = rows.toSorted((a, b) => order.indexOf(outcomeOf(a)) - order.indexOf(outcomeOf(b)) || a.number - b.number).slice(0, SHOWN);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls sideways on a phone, also by keyboard.
    <div className="overflow-x-auto" role="group" aria-label={m.leads_import_preview()} tabIndex={0}>
      <table className="w-full text-start text-sm">
        <caption className="pb-2 text-start text-xs text-muted">
          {rows.length > SHOWN ? m.leads_import_first({ count: SHOWN }) : m.leads_import_all()}
        </caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th className="pe-3 pb-1 text-start font-medium">{m.leads_import_row()}</th>
            {FIELDS.map(({ name, label }) => (
              <th key={name} className="pe-3 pb-1 text-start font-medium">
                {label()}
              </th>
            ))}
            <th className="pb-1 text-start font-medium">{m.leads_import_outcome()}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const outcome = outcomeOf(row);
            return (
              <tr key={row.key} className="border-b border-line align-top">
                <td className="py-1.5 pe-3 text-muted tabular-nums">{row.number}</td>
                {FIELDS.map(({ name }) => (
                  <td key={name} className="max-w-48 truncate py-1.5 pe-3">
                    <bdi>{plain(row.fields[name] ?? "")}</bdi>
                  </td>
                ))}
                <td className="py-1.5">
                  {outcome !== undefined && <Chip tone={TONES[outcome] ?? "neutral"}>{labelOf(outcome, step)}</Chip>}
                  {row.wrong !== undefined && <span className="block text-xs text-bad-text">{row.wrong}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
