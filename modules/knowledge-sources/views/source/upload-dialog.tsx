// Dialog to upload a file. Text that the browser extracted is shown for review before it is sent.
import { queryClient } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { sizeText } from "#dashboard/ui/size.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { listItems, MAX_ORIGINAL, MAX_PLAIN_ORIGINAL, readItem, readSource, sendFileText, uploadSourceFile } from "../../contract.ts";
import { send } from "./send-file.ts";

const KINDS = /\.(md|markdown|txt|text|html?|csv|pdf|docx)$/i;
const READ_HERE = /\.(pdf|docx)$/i;

/** Characters that a text field can edit without becoming slow; of longer texts only the beginning is shown. */
const EDITED = 100_000;
const SHOWN = 20_000;

type Step =
  | { readonly at: "choose"; readonly problem?: string }
  | { readonly at: "reading"; readonly name: string }
  | { readonly at: "review"; readonly file: File; readonly text: string | undefined }
  | { readonly at: "sending"; readonly name: string; readonly part: number };

export function UploadDialog({ projectId, sourceId, onClose }: { projectId: string; sourceId: string; onClose(): void }) {
  const [step, setStep] = useState<Step>({ at: "choose" });
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  // Several files are uploaded independently: a problem with one does not stop the others.
  const [left, setLeft] = useState<readonly File[]>([]);
  const choose = async ([file, ...more]: readonly File[]): Promise<void> => {
    if (!file) return;
    setLeft(more);
    setClientId(crypto.randomUUID());
    const { name } = file;
    const here = READ_HERE.test(name);
    const max = here ? MAX_ORIGINAL : MAX_PLAIN_ORIGINAL;
    const stop = (problem: string): void => setStep({ at: "choose", problem });
    if (!KINDS.test(name)) return stop(m.knowledge_upload_kind({ name }));
    if (file.size > max) return stop(m.knowledge_upload_large({ name, size: sizeText(max) }));
    if (file.size === 0 || (!here && file.size < 10_000 && (await file.text()).trim() === ""))
      return stop(m.knowledge_upload_zero({ name }));
    if (!here) return setStep({ at: "review", file, text: undefined });
    setStep({ at: "reading", name });
    try {
      const { extract } = await import("./extract-text.ts");
      const read = await extract(name, await file.arrayBuffer());
      if ("why" in read) return stop((read.why === "locked" ? m.knowledge_upload_locked : m.knowledge_upload_broken)({ name }));
      if (read.text.trim() === "") return stop(m.knowledge_upload_empty({ name }));
      setStep({ at: "review", file, text: read.text });
    } catch {
      // The extraction library could not be loaded.
      stop(m.knowledge_upload_stopped());
    }
  };
  const upload = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (step.at !== "review") return;
    const { file, text } = step;
    try {
      setStep({ at: "sending", name: file.name, part: 0 });
      const path = pathOf(uploadSourceFile, { projectId, sourceId }, { name: file.name, clientId });
      const { item } = await send("POST", path, file, (part) => setStep({ at: "sending", name: file.name, part }));
      if (text !== undefined) await send("PUT", pathOf(sendFileText, { projectId, itemId: item.id }), new Blob([text]), () => undefined);
      // Cached texts of items are outdated too, so they are refetched when opened.
      await Promise.all([listItems, readSource, readItem].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
      toast({ tone: "ok", title: m.knowledge_upload_done({ name: file.name }) });
      if (left.length === 0) onClose();
      else await choose(left);
    } catch (error) {
      setStep({ at: "choose", problem: error instanceof Error ? error.message : m.knowledge_upload_stopped() });
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.knowledge_upload_title()} size={step.at === "review" && step.text !== undefined ? "lg" : "md"}>
      {step.at === "choose" && <Choose problem={step.problem} left={left} onChoose={(files) => void choose(files)} />}
      {step.at === "reading" && <p role="status">{m.knowledge_upload_reading({ name: step.name })}</p>}
      {step.at === "review" && (
        <form onSubmit={(event) => void upload(event)} className="grid gap-4">
          <p className="font-medium wrap-anywhere">
            {step.file.name} <span className="font-normal text-muted">{sizeText(step.file.size)}</span>
          </p>
          {step.text !== undefined && (
            <Field label={m.knowledge_text()} hint={step.text.length > EDITED ? m.knowledge_text_cut() : m.knowledge_upload_review()}>
              <TextArea
                rows={14}
                value={step.text.length > EDITED ? step.text.slice(0, SHOWN) : step.text}
                readOnly={step.text.length > EDITED}
                dir="auto"
                className="max-h-96!"
                onChange={(event) => setStep({ ...step, text: event.target.value })}
              />
            </Field>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {left.length > 0 && <p className="me-auto text-sm text-muted">{m.knowledge_upload_left({ count: left.length })}</p>}
            <Button onClick={() => setStep({ at: "choose" })}>{m.knowledge_cancel()}</Button>
            <Button type="submit" variant="primary" disabled={step.text?.trim() === ""}>
              {m.knowledge_upload_send()}
            </Button>
          </div>
        </form>
      )}
      {step.at === "sending" && (
        <div className="grid gap-2">
          <p role="status">{m.knowledge_upload_sending({ name: step.name })}</p>
          <progress
            value={step.part}
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
  left,
  onChoose,
}: {
  problem: string | undefined;
  left: readonly File[];
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
    {left[0] && (
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => onChoose(left)}>
          {m.knowledge_upload_next({ name: left[0].name })}
        </Button>
      </div>
    )}
  </div>
);
