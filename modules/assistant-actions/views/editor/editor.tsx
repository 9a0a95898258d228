// The editor of an action. Faults are found here as on the server, all at once, and shown at their fields after the first attempt to save.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { type Action, changeAction, createAction, listActions, readAction, type Setup } from "../../contract.ts";
import { faultsOf } from "../../contract.ts";
import { METHODS } from "../../contract.ts";
import { hostOf } from "../../contract.ts";
import { actionPath } from "../../contract.ts";
import { draftOf, EMPTY, type Form, formOf, hasBody } from "./form.ts";
import { Alert, type FaultAt } from "./alert.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { InputFields } from "./input-fields.tsx";
import { ToldFields } from "./told-fields.tsx";

interface EditorProps {
  readonly projectId: string;
  /** Undefined for a new one. */
  readonly action: Action | undefined;
  readonly setup: Setup;
}

export function Editor({ projectId, action, setup }: EditorProps) {
  const saved = action ? formOf(action) : EMPTY;
  const [form, setForm] = useState<Form>(saved);
  const [tried, setTried] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
  const [left, setLeft] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const create = useRouteMutation(createAction, {
    suppressToast: true,
    invalidates: [listActions],
    done: ({ action: made }) => {
      toast({ tone: "ok", title: m.assistant_actions_created({ name: made.name }) });
      setLeft(true);
      // After the form has no unsaved changes any more.
      setTimeout(() => void navigate({ to: actionPath(projectId, made.id), replace: true }));
    },
  });
  const change = useRouteMutation(changeAction, {
    suppressToast: true,
    invalidates: [readAction, listActions],
    done: () => toast({ tone: "ok", title: m.assistant_actions_saved() }),
  });
  const { error } = action ? change : create;
  const draft = draftOf(form);
  const faults = faultsOf(draft, { hosts: setup.hosts, own: [location.origin] });
  const faultAt: FaultAt = (path) =>
    (tried ? faults.find((one) => one.path === path)?.message : undefined) ?? issueOf(error, `action.${path}`);
  const set = (changed: Partial<Form>): void => setForm({ ...form, ...changed });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (faults.length > 0) return focusFault(ref.current);
    const failed = { onError: () => focusFault(ref.current) };
    if (action) change.mutate({ params: { projectId, actionId: action.id }, body: { revision: action.revision, action: draft } }, failed);
    else create.mutate({ params: { projectId }, body: { clientId, action: draft } }, failed);
  };
  const moved =
    action !== undefined && hostOf(draft.url) !== action.host && form.headers.some(({ set: kept, value }) => kept && value === "");
  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <Section title={m.assistant_actions_what()}>
        <Field label={m.assistant_actions_name()} hint={m.assistant_actions_name_hint()} error={faultAt("name")}>
          <TextInput value={form.name} limit={60} dir="auto" autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label={m.assistant_actions_description()} hint={m.assistant_actions_description_hint()} error={faultAt("description")}>
          <TextArea value={form.description} limit={500} dir="auto" onChange={(event) => set({ description: event.target.value })} />
        </Field>
        <Field
          label={m.assistant_actions_kind()}
          hint={form.kind === "changes" ? m.assistant_actions_changes_hint() : m.assistant_actions_reads_hint()}
        >
          <Select
            value={form.kind}
            onChange={(kind) => set({ kind: kind === "changes" ? "changes" : "reads" })}
            options={[
              { value: "reads", label: m.assistant_actions_reads() },
              { value: "changes", label: m.assistant_actions_changes() },
            ]}
          />
        </Field>
        <div className="grid gap-1">
          <Checkbox
            label={m.assistant_actions_personal_label()}
            hint={m.assistant_actions_personal_hint()}
            checked={form.personal}
            onChange={(personal) => set({ personal })}
          />
          <Alert text={faultAt("personal")} />
        </div>
      </Section>
      <Section title={m.assistant_actions_request()} lead={m.assistant_actions_request_lead()}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <Field label={m.assistant_actions_method()} error={faultAt("method")}>
            <Select
              value={form.method}
              onChange={(method) => set({ method: METHODS.find((one) => one === method) ?? "GET" })}
              options={METHODS.map((value) => ({ value, label: value }))}
            />
          </Field>
          <Field
            label={m.assistant_actions_url()}
            error={faultAt("url")}
            hint={m.assistant_actions_url_hint({ hosts: setup.hosts.join(", ") || "–" })}
          >
            <TextInput
              value={form.url}
              limit={1000}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              placeholder={m.assistant_actions_url_example({ opening: "{{", closing: "}}" })}
              onChange={(event) => set({ url: event.target.value })}
            />
          </Field>
        </div>
        {hasBody(form.method) && (
          <Field label={m.assistant_actions_body()} hint={m.assistant_actions_body_hint()} error={faultAt("body")}>
            <TextArea
              value={form.body}
              limit={4000}
              dir="ltr"
              spellCheck={false}
              className="font-mono"
              placeholder={m.assistant_actions_body_example({ opening: "{", closing: "}" })}
              onChange={(event) => set({ body: event.target.value })}
            />
          </Field>
        )}
        <InputFields inputs={form.inputs} faultAt={faultAt} onChange={(inputs) => set({ inputs })} />
        <HeaderFields headers={form.headers} faultAt={faultAt} setup={setup} moved={moved} onChange={(headers) => set({ headers })} />
      </Section>
      <ToldFields told={form.told} kind={form.kind} faultAt={faultAt} onChange={(told) => set({ told })} />
      <div className="mb-8">
        <FormFooter
          problem={refusalOf(error) ?? (tried && faults.length > 0 ? m.assistant_actions_faults({ count: faults.length }) : undefined)}
          changed={!left && JSON.stringify(form) !== JSON.stringify(saved)}
          busy={create.isPending || change.isPending}
          onDiscard={() => {
            setForm(saved);
            setTried(false);
            create.reset();
            change.reset();
          }}
        />
      </div>
    </form>
  );
}

/** Moves to the first field with a fault, once it is drawn. */
const focusFault = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
