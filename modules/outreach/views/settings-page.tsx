// When and how much outreach goes out, who reviews it, and the templates.
import { issueOf, queryClient, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Checkbox, Field, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeOutreachSettings, MOST_A_DAY, type Settings } from "../contract.ts";
import { MissingList } from "./missing-list.tsx";
import { settingsQuery } from "./queries.ts";
import { Templates } from "./templates.tsx";

export default function SettingsScreen() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(settingsQuery(project.id));
  return (
    <Page title={m.outreach_settings_title()} lead={m.outreach_settings_lead()} width="form">
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="my-3 h-64 w-full" />
          </Skeleton>
        )
      ) : (
        <>
          <MissingList missing={data.missing} />
          <Section title={m.outreach_sending()} lead={m.outreach_sending_lead()}>
            <SettingsForm key={project.id} projectId={project.id} stored={data.settings} />
          </Section>
          <Templates projectId={project.id} templates={data.templates} />
        </>
      )}
    </Page>
  );
}

const timeOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
};
const DAYS = [
  m.outreach_monday,
  m.outreach_tuesday,
  m.outreach_wednesday,
  m.outreach_thursday,
  m.outreach_friday,
  m.outreach_saturday,
  m.outreach_sunday,
];

function SettingsForm({ projectId, stored }: { projectId: string; stored: Settings }) {
  const { mayI } = useProject();
  const [saved, setSaved] = useState(stored);
  const [form, setForm] = useState(stored);
  const save = useRouteMutation(changeOutreachSettings, {
    suppressToast: true,
    done: ({ settings }) => {
      queryClient.setQueryData(settingsQuery(projectId).queryKey, (held) => held && { ...held, settings });
      setSaved(settings);
      setForm(settings);
      toast({ tone: "ok", title: m.outreach_settings_saved() });
    },
  });
  const set = (part: Partial<Settings>): void => setForm({ ...form, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params: { projectId } as never, body: form });
  };
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const may = mayI("admin");
  return (
    <form onSubmit={submit} noValidate>
      {!may && <p className="mb-4 text-muted">{m.outreach_settings_forbidden()}</p>}
      <fieldset disabled={!may} className="grid grid-cols-1 gap-4">
        <legend className="sr-only">{m.outreach_sending()}</legend>
        <Checkbox
          label={m.outreach_another_label()}
          hint={m.outreach_another_hint()}
          checked={form.anotherReviewer}
          onChange={(anotherReviewer) => set({ anotherReviewer })}
        />
        <fieldset className="grid grid-cols-1 gap-2">
          <legend className="mb-1 text-sm font-medium">{m.outreach_days()}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {DAYS.map((label, day) => (
              <Checkbox
                key={day}
                label={label()}
                checked={(form.days & (1 << day)) !== 0}
                onChange={(on) => set({ days: on ? form.days | (1 << day) : form.days & ~(1 << day) })}
              />
            ))}
          </div>
          {issueOf(save.error, "days") && (
            <p role="alert" className="text-xs text-bad-text">
              {issueOf(save.error, "days")}
            </p>
          )}
        </fieldset>
        <div className="grid grid-cols-2 gap-4">
          <Field label={m.outreach_from_time()}>
            <TextInput
              type="time"
              value={timeOf(form.fromMinute)}
              onChange={(event) => set({ fromMinute: minuteOf(event.target.value) })}
            />
          </Field>
          <Field label={m.outreach_to_time()} error={issueOf(save.error, "toMinute")}>
            <TextInput type="time" value={timeOf(form.toMinute)} onChange={(event) => set({ toMinute: minuteOf(event.target.value) })} />
          </Field>
        </div>
        <Field label={m.outreach_zone()} hint={m.outreach_zone_hint()} error={issueOf(save.error, "timeZone")}>
          <TextInput value={form.timeZone} autoComplete="off" onChange={(event) => set({ timeZone: event.target.value })} />
        </Field>
        <Field label={m.outreach_daily()} hint={m.outreach_daily_hint()} error={issueOf(save.error, "dailyMost")}>
          <TextInput
            type="number"
            min={1}
            max={MOST_A_DAY}
            value={form.dailyMost}
            onChange={(event) => set({ dailyMost: Number(event.target.value) })}
          />
        </Field>
        {may && (
          <FormFooter
            problem={save.error ? messageOf(save.error) : undefined}
            changed={changed}
            busy={save.isPending}
            onDiscard={() => setForm(saved)}
          />
        )}
      </fieldset>
    </form>
  );
}
