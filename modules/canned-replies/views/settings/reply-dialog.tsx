// The dialog that creates or edits a canned reply, with a preview for a made-up customer.
import { Paperclip } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { pathOf } from "#kernel/wire/route.ts";
import { pastedFiles } from "#dashboard/data-transfer.ts";
import { UploadTray, useUploads } from "#modules/files/views";
import {
  type CannedReply,
  changeCannedReply,
  createCannedReply,
  listCannedReplies,
  MAX_SHORTCUT,
  MAX_TEXT,
  MAX_TITLE,
  uploadForCannedReply,
  fill,
} from "../../contract.ts";
import { exampleCustomer, valuesOf } from "../composer/values.ts";
import { VariableMenu } from "./variable-menu.tsx";

interface DialogProps {
  readonly projectId: string;
  readonly edited: CannedReply | "shared" | "own";
  onClose(): void;
}

export function ReplyDialog({ projectId, edited, onClose }: DialogProps) {
  const reply = typeof edited === "string" ? undefined : edited;
  const shared = reply ? reply.shared : edited === "shared";
  const me = useMe();
  const project = useProject();
  const [form, setForm] = useState(() => ({ title: reply?.title ?? "", shortcut: reply?.shortcut ?? "", text: reply?.text ?? "" }));
  const [clientId] = useState(() => crypto.randomUUID());
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const uploads = useUploads({
    pathFor: (file, uploadId) => pathOf(uploadForCannedReply, { projectId }, { name: file.name || "file", clientId: uploadId }),
    onRefused: (problem) => toast({ title: problem, tone: "bad" }),
    start: reply?.files ?? [],
  });
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listCannedReplies] };
  const create = useRouteMutation(createCannedReply, { ...options, done: saved(m.canned_did_create()) });
  const change = useRouteMutation(changeCannedReply, { ...options, done: saved(m.canned_did_save()) });
  const error = reply ? change.error : create.error;
  const set = (part: Partial<typeof form>): void => setForm({ ...form, ...part });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (uploads.busy) return toast({ title: m.canned_uploads_running(), tone: "bad" });
    // Typed with the slash by whoever thinks of it as part of the word.
    const shortcut = form.shortcut.trim().replace(/^\//, "");
    const body = { ...form, shortcut, files: uploads.ready.map((file) => file.id) };
    if (reply) change.mutate({ params: { projectId, replyId: reply.id } as never, body: { version: reply.version, reply: body } });
    else create.mutate({ params: { projectId } as never, body: { clientId, shared, reply: body } });
  }
  const preview = fill(form.text, valuesOf(exampleCustomer(), me.name, project.name));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={reply ? m.canned_edit_title() : shared ? m.canned_new_shared() : m.canned_new_own()}
      body={shared ? m.canned_shared_lead() : m.canned_own_lead()}
    >
      <form
        onSubmit={submit}
        noValidate
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          uploads.add(files);
        }}
        className="grid grid-cols-1 gap-5"
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <Field label={m.canned_field_title()} error={issueOf(error, "reply.title")}>
            <TextInput
              dir="auto"
              value={form.title}
              limit={MAX_TITLE}
              autoComplete="off"
              onChange={(event) => set({ title: event.target.value })}
            />
          </Field>
          <Field label={m.canned_field_shortcut()} hint={m.canned_field_shortcut_hint()} error={issueOf(error, "reply.shortcut")}>
            <TextInput
              value={form.shortcut}
              limit={MAX_SHORTCUT}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ shortcut: event.target.value })}
            />
          </Field>
        </div>
        <div className="grid grid-cols-1 gap-2">
          <Field
            label={m.canned_field_text()}
            hint={m.canned_field_text_hint({ openBraces: "{{", closeBraces: "}}" })}
            error={issueOf(error, "reply.text")}
          >
            <TextArea
              ref={area}
              dir="auto"
              className="min-h-32"
              value={form.text}
              limit={MAX_TEXT}
              onChange={(event) => set({ text: event.target.value })}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <VariableMenu area={area} onText={(text) => set({ text: form.text + text })} />
            <Button size="sm" icon={Paperclip} onClick={() => picker.current?.click()}>
              {m.canned_attach()}
            </Button>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              tabIndex={-1}
              onChange={(event) => {
                uploads.add(event.target.files ?? []);
                event.target.value = "";
              }}
            />
          </div>
          <div className="-mx-3">
            <UploadTray uploads={uploads} />
          </div>
        </div>
        {form.text.trim() !== "" && (
          <section aria-label={m.canned_preview()} className="grid grid-cols-1 gap-1.5">
            <h3 className="text-sm font-medium">{m.canned_preview()}</h3>
            <div
              className="max-h-60 overflow-y-auto rounded-md bg-subtle px-3.5 py-2.5"
              tabIndex={0}
              role="group"
              aria-label={m.canned_preview()}
            >
              <Markdown text={preview.text} />
            </div>
            <p className={preview.missing.length > 0 ? "text-xs wrap-anywhere text-warn-text" : "text-xs text-muted"}>
              {preview.missing.length > 0 ? m.canned_preview_missing({ names: preview.missing.join(", ") }) : m.canned_preview_hint()}
            </p>
          </section>
        )}
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={reply ? m.canned_save() : m.canned_create()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
