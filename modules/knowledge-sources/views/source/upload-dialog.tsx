// Dialog to upload a file. Text that the browser extracted is shown for review before it is sent.
import { queryClient } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { listItems, MAX_ORIGINAL, MAX_PLAIN_ORIGINAL, readItem, readSource, sendFileText, uploadSourceFile } from "../../contract.ts";
import { uploadWithProgress } from "./send-file.ts";

const SUPPORTED_FILE_NAME = /\.(md|markdown|txt|text|html?|csv|pdf|docx)$/i;
const EXTRACTED_IN_BROWSER = /\.(pdf|docx)$/i;

/** A text field with more becomes slow, so a longer text is not editable here, and only its beginning is shown. */
const MAX_EDITABLE_CHARACTERS = 100_000;
const PREVIEW_CHARACTERS = 20_000;

/** `progress`: the uploaded part, from 0 to 1. */
type Step =
  | { readonly phase: "choose"; readonly problem?: string }
  | { readonly phase: "reading"; readonly name: string }
  | { readonly phase: "review"; readonly file: File; readonly text: string | undefined }
  | { readonly phase: "sending"; readonly name: string; readonly progress: number };

export function UploadDialog({ projectId, sourceId, onClose }: { projectId: string; sourceId: string; onClose(): void }) {
  const [step, setStep] = useState<Step>({ phase: "choose" });
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  // Several files are uploaded independently: a problem with one does not stop the others.
  const [remaining, setRemaining] = useState<readonly File[]>([]);
  const choose = async ([file, ...others]: readonly File[]): Promise<void> => {
    if (!file) return;
    setRemaining(others);
    setClientId(crypto.randomUUID());
    const { name } = file;
    const isExtracted = EXTRACTED_IN_BROWSER.test(name);
    const max = isExtracted ? MAX_ORIGINAL : MAX_PLAIN_ORIGINAL;
    const fail = (problem: string): void => setStep({ phase: "choose", problem });
    if (!SUPPORTED_FILE_NAME.test(name)) return fail(m.knowledge_upload_kind({ name }));
    if (file.size > max) return fail(m.knowledge_upload_large({ name, size: formatFileSize(max) }));
    if (file.size === 0 || (!isExtracted && file.size < 10_000 && (await file.text()).trim() === ""))
      return fail(m.knowledge_upload_zero({ name }));
    if (!isExtracted) return setStep({ phase: "review", file, text: undefined });
    setStep({ phase: "reading", name });
    try {
      const { extract } = await import("./extract-text.ts");
      const read = await extract(name, await file.arrayBuffer());
      if ("why" in read) return fail((read.why === "locked" ? m.knowledge_upload_locked : m.knowledge_upload_broken)({ name }));
      if (read.text.trim() === "") return fail(m.knowledge_upload_empty({ name }));
      setStep({ phase: "review", file, text: read.text });
    } catch {
      // The extraction library could not be loaded.
      fail(m.knowledge_upload_stopped());
    }
  };
  const upload = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (step.phase !== "review") return;
    const { file, text } = step;
    try {
      setStep({ phase: "sending", name: file.name, progress: 0 });
      const path = pathOf(uploadSourceFile, { projectId, sourceId }, { name: file.name, clientId });
      const { item } = await uploadWithProgress("POST", path, file, (progress) => setStep({ phase: "sending", name: file.name, progress }));
      if (text !== undefined)
        await uploadWithProgress("PUT", pathOf(sendFileText, { projectId, itemId: item.id }), new Blob([text]), () => undefined);
      // Cached texts of items are outdated too, so they are refetched when opened.
      await Promise.all([listItems, readSource, readItem].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
      toast({ tone: "ok", title: m.knowledge_upload_done({ name: file.name }) });
      if (remaining.length === 0) onClose();
      else await choose(remaining);
    } catch (error) {
      setStep({ phase: "choose", problem: error instanceof Error ? error.message : m.knowledge_upload_stopped() });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.knowledge_upload_title()}
      size={step.phase === "review" && step.text !== undefined ? "lg" : "md"}
    >
      {step.phase === "choose" && <Choose problem={step.problem} remaining={remaining} onChoose={(files) => void choose(files)} />}
      {step.phase === "reading" && <p role="status">{m.knowledge_upload_reading({ name: step.name })}</p>}
      {step.phase === "review" && (
        <form onSubmit={(event) => void upload(event)} className="grid gap-4">
          <p className="font-medium wrap-anywhere">
            {step.file.name} <span className="font-normal text-muted">{formatFileSize(step.file.size)}</span>
          </p>
          {step.text !== undefined && (
            <Field
              label={m.knowledge_text()}
              hint={step.text.length > MAX_EDITABLE_CHARACTERS ? m.knowledge_text_cut() : m.knowledge_upload_review()}
            >
              <TextArea
                rows={14}
                value={step.text.length > MAX_EDITABLE_CHARACTERS ? step.text.slice(0, PREVIEW_CHARACTERS) : step.text}
                readOnly={step.text.length > MAX_EDITABLE_CHARACTERS}
                dir="auto"
                className="max-h-96!"
                onChange={(event) => setStep({ ...step, text: event.target.value })}
              />
            </Field>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {remaining.length > 0 && <p className="me-auto text-sm text-muted">{m.knowledge_upload_left({ count: remaining.length })}</p>}
            <Button onClick={() => setStep({ phase: "choose" })}>{m.knowledge_cancel()}</Button>
            <Button type="submit" variant="primary" disabled={step.text?.trim() === ""}>
              {m.knowledge_upload_send()}
            </Button>
          </div>
        </form>
      )}
      {step.phase === "sending" && (
        <div className="grid gap-2">
          <p role="status">{m.knowledge_upload_sending({ name: step.name })}</p>
          <progress
            value={step.progress}
            max={1}
            aria-label={m.knowledge_upload_sending({ name: step.name })}
            className="h-1.5 w-full accent-accent"
          />
        </div>
      )}
    </Dialog>
  );
}

const Choose = ({
  problem,
  remaining,
  onChoose,
}: {
  problem: string | undefined;
  remaining: readonly File[];
  onChoose(files: readonly File[]): void;
}) => (
  <div className="grid gap-4">
    <Field label={m.knowledge_upload_choose()} hint={m.knowledge_upload_hint()} error={problem}>
      <input
        type="file"
        multiple
        aria-label={m.knowledge_upload_choose()}
        accept=".pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv"
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
        className="field h-auto py-2 text-sm"
      />
    </Field>
    {remaining[0] && (
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => onChoose(remaining)}>
          {m.knowledge_upload_next({ name: remaining[0].name })}
        </Button>
      </div>
    )}
  </div>
);
