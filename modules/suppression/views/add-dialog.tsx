// The dialog that adds addresses: typed, pasted, or out of a file, a hundred at a time.
import { locale } from "#dashboard/locale.ts";
import { call, queryClient } from "#dashboard/api.ts";
import { textOf } from "#kernel/csv/text-of-file.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { addSuppressions, findSuppression, listSuppressions, MAX_ADDED } from "../contract.ts";
import { addressesIn, MAX_BYTES, MOST } from "./addresses.ts";

export function AddDialog({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const { addresses, wrong, wrongCount } = addressesIn(text);

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(m.suppression_add_big({ max: MAX_BYTES / 1_000_000 }));
    setProblem(undefined);
    // Only the addresses, so that whoever looks sees what will be added.
    setText(addressesIn(textOf(new Uint8Array(await file.arrayBuffer()))).addresses.join("\n"));
  }
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (addresses.length === 0) return setProblem(m.suppression_add_none());
    if (addresses.length > MOST) return setProblem(m.suppression_add_many({ max: MOST.toLocaleString(locale) }));
    setProblem(undefined);
    setBusy(true);
    let added = 0;
    try {
      const reason = addresses.length === 1 ? "by_hand" : "imported";
      for (let at = 0; at < addresses.length; at += MAX_ADDED) {
        const part = addresses.slice(at, at + MAX_ADDED);
        added += (await call(addSuppressions, { params: { projectId } as never, body: { reason, addresses: part } })).added;
        setDone(at + part.length);
      }
      toast({ tone: "ok", title: m.suppression_added({ count: added }) });
      onClose();
    } catch (cause) {
      // What was sent is stored; the same button goes on, and adds nothing twice.
      setProblem(messageOf(cause));
    } finally {
      setBusy(false);
      await Promise.all(
        [listSuppressions, findSuppression].map(({ name }) => queryClient.invalidateQueries({ queryKey: [name, projectId] })),
      );
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.suppression_add()}>
      <form onSubmit={(event) => void add(event)} noValidate className="grid grid-cols-1 gap-4">
        <Field label={m.suppression_add_list()} hint={m.suppression_add_hint()}>
          <TextArea dir="auto" rows={6} value={text} spellCheck={false} disabled={busy} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={FileUp} disabled={busy} onClick={() => input.current?.click()}>
            {m.suppression_add_file()}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            aria-label={m.suppression_add_file()}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              void open(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <p role="status" className="text-sm text-muted">
            {busy && addresses.length > MAX_ADDED
              ? m.suppression_add_so_far({ done, all: addresses.length })
              : text.trim() !== "" && m.suppression_add_found({ count: addresses.length })}
          </p>
        </div>
        {wrongCount > 0 && (
          <p className="text-sm wrap-anywhere text-warn-text">
            {m.suppression_add_wrong({ count: wrongCount })} <bdi>{wrong.join(", ")}</bdi>
          </p>
        )}
        <DialogFooter problem={problem} busy={busy} label={m.suppression_add()} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
