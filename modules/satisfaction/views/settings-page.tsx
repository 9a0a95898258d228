// Settings page of customer satisfaction. Saved as a whole.
import { issueOf, queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, Switch, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { changeSatisfactionSettings, MAX_QUESTION, readSatisfactionSettings, type SatisfactionSettings } from "../contract.ts";

/** Everybody sees the settings; owners and admins change them. */
export default function SettingsPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readSatisfactionSettings, { params: { projectId } as never });
  return (
    <Page title={m.satisfaction_settings_title()} lead={m.satisfaction_settings_lead()} width="form" isReadOnly={!mayI("admin")}>
      {data ? (
        <Form key={projectId} projectId={projectId} stored={data} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

/** Minutes after the closing that the menus offer. */
const DELAYS = [0, 5, 30, 60, 240, 1440, 4320, 10_080];
const delayText = (minutes: number): string =>
  minutes === 0
    ? m.satisfaction_delay_none()
    : minutes % 1440 === 0
      ? m.satisfaction_delay_days({ count: minutes / 1440 })
      : minutes % 60 === 0
        ? m.satisfaction_delay_hours({ count: minutes / 60 })
        : m.satisfaction_delay_minutes({ count: minutes });
const delays = (chosen: number) =>
  [...new Set([...DELAYS, chosen])].sort((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: delayText(minutes) }));

function Form({ projectId, stored }: { projectId: string; stored: SatisfactionSettings }) {
  const { mayI } = useProject();
  const params = { projectId } as never;
  const [saved, setSaved] = useState(stored);
  const [form, setForm] = useState(stored);
  const take = (settings: SatisfactionSettings): void => {
    queryClient.setQueryData(reading(readSatisfactionSettings, { params }).queryKey, settings);
    setSaved(settings);
    setForm(settings);
  };
  const save = useRouteMutation(changeSatisfactionSettings, {
    suppressToast: true,
    done: (settings) => {
      take(settings);
      toast({ tone: "ok", title: m.satisfaction_saved() });
    },
  });
  const set = (part: Partial<SatisfactionSettings>): void => setForm({ ...form, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { missing: _, ...body } = form;
    save.mutate({ params, body });
  };
  const may = mayI("admin");
  const isLate = save.error instanceof CallError && save.error.problem.code === "conflict";
  const reload = async (): Promise<void> => {
    save.reset();
    take(await queryClient.fetchQuery({ ...reading(readSatisfactionSettings, { params }), staleTime: 0 }));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      {!may && <p className="text-muted">{m.satisfaction_forbidden()}</p>}
      <fieldset disabled={!may} className="grid grid-cols-1 gap-6">
        <legend className="sr-only">{m.satisfaction_settings_title()}</legend>
        <Section title={m.satisfaction_question()}>
          <Switch label={m.satisfaction_on()} hint={m.satisfaction_on_hint()} checked={form.on} onChange={(on) => set({ on })} />
          <Field label={m.satisfaction_question_text()} hint={m.satisfaction_question_hint()} error={issueOf(save.error, "question")}>
            <TextInput value={form.question} limit={MAX_QUESTION} dir="auto" onChange={(event) => set({ question: event.target.value })} />
          </Field>
          <Field label={m.satisfaction_scale()}>
            <Select
              value={form.scale}
              onChange={(scale) => set({ scale: scale === "numbers" ? "numbers" : "faces" })}
              options={[
                { value: "faces", label: m.satisfaction_scale_faces() },
                { value: "numbers", label: m.satisfaction_scale_numbers() },
              ]}
            />
          </Field>
        </Section>
        <Section title={m.satisfaction_where()} lead={m.satisfaction_where_lead()}>
          <Checkbox label={m.satisfaction_in_widget()} checked={form.inWidget} onChange={(inWidget) => set({ inWidget })} />
          <Field label={m.satisfaction_widget_delay()}>
            <Select
              value={String(form.widgetDelay)}
              onChange={(value) => set({ widgetDelay: Number(value) })}
              options={delays(form.widgetDelay)}
            />
          </Field>
          <Checkbox
            label={m.satisfaction_by_mail()}
            hint={m.satisfaction_by_mail_hint()}
            checked={form.byMail}
            onChange={(byMail) => set({ byMail })}
          />
          {form.byMail && form.missing.length > 0 && (
            <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">
              {m.satisfaction_missing({ missing: form.missing.join(", ") })}
            </p>
          )}
          <Field label={m.satisfaction_mail_delay()}>
            <Select
              value={String(form.mailDelay)}
              onChange={(value) => set({ mailDelay: Number(value) })}
              options={delays(form.mailDelay)}
            />
          </Field>
        </Section>
        <Section title={m.satisfaction_whom()} lead={m.satisfaction_whom_lead()}>
          <Field label={m.satisfaction_quiet_days()} hint={m.satisfaction_quiet_hint()} error={issueOf(save.error, "quietDays")}>
            <TextInput
              type="number"
              min={1}
              max={365}
              value={Number.isNaN(form.quietDays) ? "" : form.quietDays}
              onChange={(event) => set({ quietDays: event.target.valueAsNumber })}
            />
          </Field>
          <Checkbox label={m.satisfaction_after_bulk()} checked={form.afterBulk} onChange={(afterBulk) => set({ afterBulk })} />
          <Checkbox
            label={m.satisfaction_after_assistant()}
            checked={form.afterAssistant}
            onChange={(afterAssistant) => set({ afterAssistant })}
          />
        </Section>
        {isLate && (
          <div>
            <Button onClick={() => void reload()}>{m.satisfaction_reload()}</Button>
          </div>
        )}
        {may && (
          <FormFooter
            problem={save.error ? messageOf(save.error) : undefined}
            changed={JSON.stringify(form) !== JSON.stringify(saved)}
            busy={save.isPending}
            onDiscard={() => {
              save.reset();
              setForm(saved);
            }}
          />
        )}
      </fieldset>
    </form>
  );
}
