// Settings page of the business hours. Saved as a whole.
import { issueOf, queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { CallError } from "#kernel/wire/route.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Switch, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type BusinessHours, changeBusinessHours, readBusinessHours } from "../contract.ts";
import { ExceptionsList } from "./exceptions-list.tsx";
import { HoursNow } from "./hours-now.tsx";
import { WeekHours } from "./week-hours.tsx";

/** Everybody sees the hours; owners and admins change them. */
export default function HoursPage() {
  const { id: projectId } = useProject();
  const { data, error, refetch } = useRouteQuery(readBusinessHours, { params: { projectId } as never });
  return (
    <Page title={m.business_hours_title()} lead={m.business_hours_lead()} width="form">
      {data ? (
        <HoursForm key={projectId} projectId={projectId} stored={data} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

/** The zone of this browser: what hours that nobody saved yet begin with. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const begin = (stored: BusinessHours): BusinessHours => (stored.revision === 0 ? { ...stored, timeZone: ownZone() } : stored);

function HoursForm({ projectId, stored }: { projectId: string; stored: BusinessHours }) {
  const { mayI } = useProject();
  const params = { projectId } as never;
  const [saved, setSaved] = useState(() => begin(stored));
  const [form, setForm] = useState(saved);
  const take = (hours: BusinessHours): void => {
    queryClient.setQueryData(reading(readBusinessHours, { params }).queryKey, hours);
    setSaved(hours);
    setForm(hours);
  };
  const save = useRouteMutation(changeBusinessHours, {
    suppressToast: true,
    done: (hours) => {
      take(hours);
      toast({ tone: "ok", title: m.business_hours_saved() });
    },
  });
  const set = (part: Partial<BusinessHours>): void => setForm({ ...form, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params, body: form });
  };
  const may = mayI("admin");
  const isLate = save.error instanceof CallError && save.error.problem.code === "conflict";
  const reload = async (): Promise<void> => {
    save.reset();
    take(await queryClient.fetchQuery({ ...reading(readBusinessHours, { params }), staleTime: 0 }));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      {!may && <p className="text-muted">{m.business_hours_forbidden()}</p>}
      <Section title={m.business_hours_now()}>
        <Switch
          label={m.business_hours_on()}
          hint={m.business_hours_on_hint()}
          checked={form.on}
          disabled={!may}
          onChange={(on) => set({ on })}
        />
        <HoursNow hours={form} />
        <Field label={m.business_hours_zone()} hint={m.business_hours_zone_hint()} error={issueOf(save.error, "timeZone")}>
          <TextInput
            value={form.timeZone}
            readOnly={!may}
            list="business-hours-zones"
            autoComplete="off"
            onChange={(event) => set({ timeZone: event.target.value })}
          />
        </Field>
        <datalist id="business-hours-zones">
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Section>
      <fieldset disabled={!may} className="grid grid-cols-1 gap-6">
        <legend className="sr-only">{m.business_hours_title()}</legend>
        <Section title={m.business_hours_week()} lead={m.business_hours_week_lead()}>
          <WeekHours week={form.week} error={save.error} onChange={(week) => set({ week })} />
        </Section>
        <Section title={m.business_hours_exceptions()} lead={m.business_hours_exceptions_lead()}>
          <ExceptionsList exceptions={form.exceptions} error={save.error} onChange={(exceptions) => set({ exceptions })} />
        </Section>
        {isLate && (
          <div>
            <Button onClick={() => void reload()}>{m.business_hours_reload()}</Button>
          </div>
        )}
        {may && (
          <FormFooter
            problem={save.error ? messageOf(save.error) : undefined}
            changed={JSON.stringify(form) !== JSON.stringify(saved) || saved.revision === 0}
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
