// Imports questions from a CSV file, JSON lines, or text, and says what is wrong in which line.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { importSetQuestions, type LineProblem, listSetQuestions, readQuestionSet } from "../contract.ts";
import { FileProblem, MAX_BYTES, rowsOf } from "./csv.ts";
import { isJsonLines, rowsOfLines } from "./json-lines.ts";

export function ImportForm({ projectId, setId }: { projectId: string; setId: string }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [lines, setLines] = useState<readonly LineProblem[]>([]);
  const [imported, setImported] = useState(0);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const file = useRef<HTMLInputElement>(null);
  const send = useRouteMutation(importSetQuestions, {
    suppressToast: true,
    invalidates: [listSetQuestions, readQuestionSet],
    done: (answer) => {
      setLines(answer.problems);
      setImported(answer.imported);
      if (answer.imported > 0) setText("");
      setClientId(crypto.randomUUID());
    },
  });
  async function begin(): Promise<void> {
    setProblem(undefined);
    setLines([]);
    setImported(0);
    try {
      const read = isJsonLines(text) ? rowsOfLines(text) : { rows: await rowsOf(text), problems: [] };
      if (read.problems.length > 0) setLines(read.problems);
      else send.mutate({ params: { projectId, questionSetId: setId } as never, body: { clientId, rows: read.rows } });
    } catch (cause) {
      if (!(cause instanceof FileProblem)) throw cause;
      setProblem(cause.message);
    }
  }
  async function open(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setProblem(chosen.size > MAX_BYTES ? m.question_sets_big_file() : undefined);
    if (chosen.size <= MAX_BYTES) setText(await chosen.text());
  }
  const said = problem ?? refusalOf(send.error);
  return (
    <Section title={m.question_sets_import()} lead={m.question_sets_import_lead()}>
      <Field label={m.question_sets_paste()}>
        <TextArea dir="auto" rows={4} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <input
        ref={file}
        type="file"
        accept=".csv,.jsonl,text/csv,text/plain,application/jsonl"
        aria-label={m.question_sets_choose_file()}
        className="hidden"
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={send.isPending} disabled={text.trim() === ""} onClick={() => void begin()}>
          {m.question_sets_import_now()}
        </Button>
        <Button icon={FileUp} onClick={() => file.current?.click()}>
          {m.question_sets_choose_file()}
        </Button>
      </div>
      {said && (
        <p role="alert" className="text-bad-text wrap-anywhere">
          {said}
        </p>
      )}
      {imported > 0 && <p role="status">{m.question_sets_imported({ count: imported })}</p>}
      {lines.length > 0 && (
        <div role="alert">
          <p className="text-bad-text">{m.question_sets_nothing_imported()}</p>
          <ul className="mt-1 grid gap-1">
            {lines.slice(0, 50).map((one, at) => (
              <li key={at} className="wrap-anywhere">
                {m.question_sets_line({ line: one.line, message: one.message })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
