// A new import: a file, or a pasted list.
import { queryClient } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { contactImportPath, listContactImports, MAX_BYTES, MAX_ROWS } from "../contract.ts";
import { FileButton } from "./file-button.tsx";
import { NotTaken, sendFile } from "./send-file.ts";

export function ImportStart({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState<"file" | "text">();
  const [problem, setProblem] = useState<string>();
  async function begin(what: "file" | "text", name: string, file: Blob): Promise<void> {
    setBusy(what);
    setProblem(undefined);
    try {
      const made = await sendFile(projectId, name, file);
      void queryClient.invalidateQueries({ queryKey: [listContactImports.name] });
      await navigate({ to: contactImportPath(projectId, made.id) });
    } catch (cause) {
      setProblem(cause instanceof NotTaken ? cause.message : messageOf(cause));
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <Section
      title={m.contact_import_new()}
      lead={m.contact_import_lead({ max: MAX_BYTES / 1024 / 1024, rows: MAX_ROWS.toLocaleString(locale) })}
    >
      {problem !== undefined && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <FileButton
        variant="primary"
        label={m.contact_import_choose()}
        busy={busy === "file"}
        disabled={busy === "text"}
        onChoose={(file) => void begin("file", file.name, file)}
      />
      <Field label={m.contact_import_paste()}>
        <TextArea rows={4} value={text} onChange={(event) => setText(event.target.value)} placeholder={m.contact_import_paste_example()} />
      </Field>
      <div>
        <Button
          busy={busy === "text"}
          disabled={text.trim() === "" || busy === "file"}
          onClick={() => void begin("text", m.contact_import_pasted(), new Blob([text]))}
        >
          {m.contact_import_go_on()}
        </Button>
      </div>
    </Section>
  );
}
