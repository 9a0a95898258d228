// The dialog that creates or edits a macro.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ActionBuilder, type ActionField, hasChoice, type PreparedAction } from "#modules/bulk-actions/views";
import { fill } from "#modules/canned-replies/contract";
import { exampleCustomer, VariableMenu, valuesOf } from "#modules/canned-replies/views";
import { type FormEvent, Suspense, useRef, useState } from "react";
import { changeMacro, createMacro, listMacros, type Macro, MAX_STEPS, MAX_TEXT, MAX_TITLE } from "../../contract.ts";

export interface MacroDialogProps {
  readonly projectId: string;
  /** A macro, or a new one of this scope. */
  readonly edited: Macro | "shared" | "own";
  readonly fields: readonly ActionField[];
  onClose(): void;
}

export function MacroDialog({ projectId, edited, fields, onClose }: MacroDialogProps) {
  const macro = typeof edited === "string" ? undefined : edited;
  const shared = macro ? macro.shared : edited === "shared";
  const me = useMe();
  const project = useProject();
  const [form, setForm] = useState(() => ({
    ...{ title: macro?.title ?? "", text: macro?.text ?? "", kind: macro?.kind ?? ("reply" as Macro["kind"]) },
    steps: (macro?.steps ?? []) as readonly PreparedAction[],
  }));
  const [clientId] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listMacros] };
  const create = useRouteMutation(createMacro, { ...options, done: saved(m.macros_did_create()) });
  const change = useRouteMutation(changeMacro, { ...options, done: saved(m.macros_did_save()) });
  const error = macro ? change.error : create.error;
  const set = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const preview = fill(form.text, valuesOf(exampleCustomer(), me.name, project.name));

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (form.steps.some((step) => !hasChoice(step, fields))) return;
    const body = { ...form, steps: [...form.steps] };
    if (macro) change.mutate({ params: { projectId, macroId: macro.id } as never, body: { version: macro.version, macro: body } });
    else create.mutate({ params: { projectId } as never, body: { clientId, shared, macro: body } });
  }
  // What is said of nothing is over with the first step or word.
  const stepsProblem = form.steps.length === 0 && form.text.trim() === "" ? issueOf(error, "macro.steps") : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      fills
      title={macro ? m.macros_edit_title() : shared ? m.macros_new_shared() : m.macros_new_own()}
      body={shared ? m.macros_shared_lead() : m.macros_own_lead()}
    >
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.macros_field_title()} error={issueOf(error, "macro.title")}>
          <TextInput
            dir="auto"
            value={form.title}
            limit={MAX_TITLE}
            autoComplete="off"
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <section aria-labelledby="macro-steps" className="grid grid-cols-1 gap-2">
          <div>
            <h3 id="macro-steps" className="text-sm font-medium">
              {m.macros_steps()}
            </h3>
            <p className="text-xs text-muted">{m.macros_steps_hint()}</p>
          </div>
          <Suspense>
            <ActionBuilder
              steps={form.steps}
              fields={fields}
              max={MAX_STEPS}
              tried={tried}
              problemAt={(place) => issueOf(error, `macro.steps.${place}`)}
              problem={stepsProblem}
              onChange={(steps) => set({ steps })}
            />
          </Suspense>
        </section>
        <div className="grid grid-cols-1 gap-2">
          <Field
            label={m.macros_field_text()}
            hint={m.macros_field_text_hint({ example: "{{contact.first_name}}" })}
            error={issueOf(error, "macro.text")}
          >
            <TextArea
              ref={area}
              dir="auto"
              className="min-h-28"
              value={form.text}
              limit={MAX_TEXT}
              onChange={(event) => set({ text: event.target.value })}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            <Suspense>
              <VariableMenu area={area} onText={(text) => set({ text: form.text + text })} />
            </Suspense>
            <Select
              aria-label={m.macros_field_kind()}
              className="w-auto!"
              value={form.kind}
              onChange={(kind) => set({ kind: kind as Macro["kind"] })}
              options={[
                { value: "reply", label: m.macros_kind_reply() },
                { value: "note", label: m.macros_kind_note() },
              ]}
            />
          </div>
        </div>
        {form.text.trim() !== "" && (
          <div
            className="max-h-48 overflow-y-auto rounded-md bg-subtle px-3.5 py-2.5"
            tabIndex={0}
            role="group"
            aria-label={m.macros_text_preview()}
          >
            <Markdown text={preview.text} />
          </div>
        )}
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={macro ? m.macros_save() : m.macros_create()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
