// The dialog that creates or edits a rule.
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import {
  changeMonitoringRule,
  CHANNELS,
  createMonitoringRule,
  listMonitoringRules,
  MAX_TOPIC,
  type Rule,
  type RuleFields,
  type RuleKind,
} from "../../contract.ts";
import { KIND_LABELS } from "../labels.ts";
import { fieldsOf, LANGUAGES, NOTIFY, readyRule } from "./rule-fields.ts";

interface DialogProps {
  readonly projectId: string;
  /** The rule to edit, or what a new one looks for. */
  readonly edited: Rule | RuleKind;
  onClose(): void;
}
const toggled = <T,>(list: readonly T[], one: T, on: boolean): T[] => (on ? [...list, one] : list.filter((each) => each !== one));

export function RuleDialog({ projectId, edited, onClose }: DialogProps) {
  const rule = typeof edited === "string" ? undefined : edited;
  const [form, setForm] = useState<RuleFields>(() => (typeof edited === "string" ? readyRule(edited) : fieldsOf(edited)));
  const [clientId] = useState(() => crypto.randomUUID());
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listMonitoringRules] };
  const create = useRouteMutation(createMonitoringRule, { ...options, done: saved(m.monitoring_did_create()) });
  const change = useRouteMutation(changeMonitoringRule, { ...options, done: saved(m.monitoring_did_save()) });
  const error = rule ? change.error : create.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (rule) change.mutate({ params: { projectId, ruleId: rule.id } as never, body: form });
    else create.mutate({ params: { projectId } as never, body: { clientId, rule: form } });
  };
  const set = (part: Partial<RuleFields>): void => setForm({ ...form, ...part });
  const { kind } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={rule ? m.monitoring_edit_title() : m.monitoring_new_title({ kind: KIND_LABELS[kind].label() })}
      body={KIND_LABELS[kind].hint()}
    >
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.monitoring_name()} error={issueOf(error, "name")}>
          <TextInput dir="auto" value={form.name} limit={80} autoComplete="off" onChange={(event) => set({ name: event.target.value })} />
        </Field>
        {kind === "topic" && (
          <Field label={m.monitoring_looks_for()} hint={m.monitoring_looks_for_hint()} error={issueOf(error, "looksFor")}>
            <TextArea
              dir="auto"
              value={form.looksFor}
              limit={MAX_TOPIC}
              onChange={(event) => set({ looksFor: event.target.value.replaceAll("\n", " ") })}
            />
          </Field>
        )}
        {kind === "waiting" && (
          <Field label={m.monitoring_minutes()} hint={m.monitoring_minutes_hint()} error={issueOf(error, "minutes")}>
            <TextInput
              inputMode="numeric"
              className="w-28"
              value={form.minutes === null ? "" : String(form.minutes)}
              onChange={(event) => set({ minutes: numberIn(event.target.value) })}
            />
          </Field>
        )}
        <Choices legend={m.monitoring_channels()} hint={m.monitoring_channels_hint()}>
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              label={channel === "widget" ? m.monitoring_channel_widget() : m.monitoring_channel_email()}
              checked={form.channels.includes(channel)}
              onChange={(on) => set({ channels: toggled(form.channels, channel, on) })}
            />
          ))}
        </Choices>
        {kind !== "waiting" && (
          <Choices legend={m.monitoring_languages()} hint={m.monitoring_languages_hint()}>
            {[...new Set([...LANGUAGES, ...form.languages])].map((language) => (
              <Checkbox
                key={language}
                label={languageName(language)}
                checked={form.languages.includes(language)}
                onChange={(on) => set({ languages: toggled(form.languages, language, on) })}
              />
            ))}
          </Choices>
        )}
        <Notify form={form} set={set} error={issueOf(error, "members")} />
        <Checkbox
          label={m.monitoring_hand_over()}
          hint={m.monitoring_hand_over_hint()}
          checked={form.handOver}
          onChange={(handOver) => set({ handOver })}
        />
        <Field label={m.monitoring_per_hour()} hint={m.monitoring_per_hour_hint()} error={issueOf(error, "perHour")}>
          <TextInput
            inputMode="numeric"
            className="w-28"
            value={form.perHour === 0 ? "" : String(form.perHour)}
            onChange={(event) => set({ perHour: numberIn(event.target.value) ?? 0 })}
          />
        </Field>
        {rule && rule.precision.matches > 0 && kind === "topic" && <p className="text-xs text-muted">{m.monitoring_anew()}</p>}
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={rule ? m.monitoring_save() : m.monitoring_create()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
const numberIn = (text: string): number | null => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null);

function Choices({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={id}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">{children}</div>
      <p id={id} className="text-xs text-muted">
        {hint}
      </p>
    </fieldset>
  );
}

interface NotifyProps {
  readonly form: RuleFields;
  set(part: Partial<RuleFields>): void;
  readonly error: string | undefined;
}
/** Whom a match notifies. */
function Notify({ form, set, error }: NotifyProps) {
  const { members } = useProject();
  return (
    <>
      <Field label={m.monitoring_notify()} hint={m.monitoring_notify_hint()}>
        <Select
          value={form.notify}
          onChange={(value) => set({ notify: value as RuleFields["notify"] })}
          options={(["everybody", "chosen", "nobody"] as const).map((value) => ({ value, label: NOTIFY[value]() }))}
        />
      </Field>
      {form.notify === "chosen" && (
        <fieldset className="grid min-w-0 gap-2.5">
          <legend className="mb-1.5 text-sm font-medium">{m.monitoring_members()}</legend>
          {members.map(({ accountId, name, email }) => (
            <Checkbox
              key={accountId}
              label={<span dir="auto">{name}</span>}
              hint={email}
              checked={(form.members as readonly string[]).includes(accountId)}
              onChange={(on) => set({ members: toggled<string>(form.members, accountId, on) as RuleFields["members"] })}
            />
          ))}
          {error && (
            <p role="alert" className="text-xs text-bad-text">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
