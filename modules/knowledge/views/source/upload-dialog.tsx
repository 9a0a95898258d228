// Uploads a file. What the browser reads itself is shown for review before it goes.
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
import { send } from "./send.ts";

const KINDS = /\.(md|markdown|txt|text|html?|csv|pdf|docx)$/i;
const READ_HERE = /\.(pdf|docx)$/i;

/** Characters that a field takes without becoming slow; of longer texts the beginning is shown. */
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
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const here = READ_HERE.test(file.name);
    const max = here ? MAX_ORIGINAL : MAX_PLAIN_ORIGINAL;
    setClientId(crypto.randomUUID());
    if (!KINDS.test(file.name)) return setStep({ at: "choose", problem: m.knowledge_upload_kind() });
    if (file.size > max) return setStep({ at: "choose", problem: m.knowledge_upload_large({ size: sizeText(max) }) });
    if (!here) return setStep({ at: "review", file, text: undefined });
    setStep({ at: "reading", name: file.name });
    try {
      const { extract } = await import("./extract.ts");
      const text = await extract(file.name, await file.arrayBuffer());
      setStep(text.trim() === "" ? { at: "choose", problem: m.knowledge_upload_empty() } : { at: "review", file, text });
    } catch (error) {
      setStep({ at: "choose", problem: m.knowledge_upload_failed({ why: error instanceof Error ? error.message : String(error) }) });
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
      // What was read of it is read again when it is opened.
      await Promise.all([listItems, readSource, readItem].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
      toast({ tone: "ok", title: m.knowledge_upload_done({ name: file.name }) });
      onClose();
    } catch (error) {
      setStep({ at: "choose", problem: error instanceof Error ? error.message : m.knowledge_upload_stopped() });
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.knowledge_upload_title()} size={step.at === "review" && step.text !== undefined ? "lg" : "md"}>
      {step.at === "choose" && <Choose problem={step.problem} onChoose={(file) => void choose(file)} />}
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
          <div className="flex justify-end gap-2">
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

const Choose = ({ problem, onChoose }: { problem: string | undefined; onChoose(file: File | undefined): void }) => (
  <Field label={m.knowledge_upload_choose()} hint={m.knowledge_upload_hint()} error={problem}>
    <input
      type="file"
      aria-label={m.knowledge_upload_choose()}
      accept=".pdf,.docx,.md,.markdown,.txt,.html,.htm,.csv"
      onChange={(event) => onChoose(event.target.files?.[0])}
      className="field h-auto py-2 text-sm"
    />
  </Field>
);
