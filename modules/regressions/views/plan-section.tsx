// The plan of regression runs: which set, when, and what it may cost. Saved as a whole.
import { issueOf, queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { listQuestionSets, setsPath } from "#modules/question-sets/contract";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { readRegressions, type RegressionPlan, type Regressions, saveRegressionPlan, USUAL_GAP } from "../contract.ts";
import { dayNames, hourText } from "./times.ts";

interface Props {
  readonly projectId: string;
  readonly data: Regressions;
}
export function PlanSection({ projectId, data }: Props) {
  const { mayI } = useProject();
  return (
    <Section title={m.regressions_plan()} lead={m.regressions_plan_lead()}>
      <PlanFacts data={data} />
      {mayI("admin") ? (
        <PlanForm key={data.plan?.revision ?? 0} projectId={projectId} data={data} />
      ) : (
        <p className="text-muted">{data.plan === null ? m.regressions_no_plan_member() : m.regressions_plan_members()}</p>
      )}
    </Section>
  );
}

function PlanFacts({ data: { plan, model, monthUsd } }: { data: Regressions }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{model === null ? m.regressions_no_model() : m.regressions_model({ model })}</p>
      {plan && !plan.holds && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.regressions_lapsed()}</p>}
      {plan && (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <div>
            <dt className="text-xs text-muted">{m.regressions_next()}</dt>
            <dd>{plan.nextAt === null ? m.regressions_next_none() : formatFull(plan.nextAt)}</dd>
          </div>
          <div>
            <dt className="text-xs text-muted">{m.regressions_set()}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {plan.setName}
            </dd>
          </div>
          <div>
            <dt className="text-xs text-muted">{m.regressions_month_budget()}</dt>
            <dd>{m.regressions_month_spent({ spent: formatUsd(monthUsd), budget: formatUsd(plan.monthBudgetUsd) })}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

interface Form extends Pick<RegressionPlan, "schedule" | "weekday" | "hour" | "timeZone" | "onKnowledge"> {
  readonly setId: string;
  readonly gapHours: string;
  readonly runBudget: string;
  readonly monthBudget: string;
}
/** The zone of this browser: what a plan that nobody saved yet begins with. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const formOf = (plan: RegressionPlan | null): Form =>
  plan === null
    ? {
        ...({ setId: "", schedule: "weekly", weekday: 1, hour: 3, timeZone: ownZone(), onKnowledge: false } as const),
        ...{ gapHours: String(USUAL_GAP), runBudget: "1", monthBudget: "10" },
      }
    : {
        ...{ setId: plan.setId, schedule: plan.schedule, weekday: plan.weekday, hour: plan.hour, timeZone: plan.timeZone },
        ...{ onKnowledge: plan.onKnowledge, gapHours: String(plan.gapHours) },
        ...{ runBudget: String(plan.runBudgetUsd), monthBudget: String(plan.monthBudgetUsd) },
      };
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

function PlanForm({ projectId, data }: Props) {
  const params = { projectId } as never;
  const { plan, shareUsd } = data;
  const sets = useRouteQuery(listQuestionSets, { params, query: {} });
  const [form, setForm] = useState(() => formOf(plan));
  const save = useRouteMutation(saveRegressionPlan, {
    suppressToast: true,
    done: (next) => {
      queryClient.setQueryData(reading(readRegressions, { params }).queryKey, next);
      toast({ tone: "ok", title: m.regressions_saved() });
    },
  });
  if (!sets.data) return sets.error ? <ProblemState error={sets.error} onRetry={() => void sets.refetch()} /> : <SectionsPending />;
  if (sets.data.items.length === 0 && plan === null)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted">{m.regressions_no_sets()}</p>
        <Link to={setsPath(projectId)} className={buttonLink}>
          {m.regressions_to_sets()}
        </Link>
      </div>
    );
  const set = (part: Partial<Form>): void => setForm({ ...form, ...part });
  const options = new Map(sets.data.items.map(({ id, name }) => [id as string, name]));
  if (plan && !options.has(plan.setId)) options.set(plan.setId, plan.setName);
  const [gapHours, runBudgetUsd, monthBudgetUsd] = [numberOf(form.gapHours), numberOf(form.runBudget), numberOf(form.monthBudget)];
  const isReady = form.setId !== "" && [gapHours, runBudgetUsd, monthBudgetUsd].every((one) => Number.isFinite(one));
  const isLate = save.error instanceof CallError && save.error.problem.code === "conflict";
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || save.isPending) return;
    const { schedule, weekday, hour, timeZone, onKnowledge } = form;
    const body = {
      ...{ setId: form.setId as never, schedule, weekday, hour, timeZone, onKnowledge, gapHours, runBudgetUsd, monthBudgetUsd },
      revision: plan?.revision ?? 0,
    };
    save.mutate({ params, body });
  }
  const error = (path: string) => issueOf(save.error, path);
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.regressions_set()}>
          <Select
            value={form.setId}
            onChange={(setId) => set({ setId })}
            options={[
              ...(form.setId === "" ? [{ value: "", label: m.regressions_choose_set() }] : []),
              ...[...options].map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
        <Field label={m.regressions_schedule()}>
          <Select
            value={form.schedule}
            onChange={(schedule) => set({ schedule: schedule as Form["schedule"] })}
            options={[
              { value: "off", label: m.regressions_schedule_off() },
              { value: "daily", label: m.regressions_schedule_daily() },
              { value: "weekly", label: m.regressions_schedule_weekly() },
            ]}
          />
        </Field>
        {form.schedule === "weekly" && (
          <Field label={m.regressions_weekday()}>
            <Select
              value={String(form.weekday)}
              onChange={(weekday) => set({ weekday: Number(weekday) })}
              options={dayNames().map((label, i) => ({ value: String(i + 1), label }))}
            />
          </Field>
        )}
        {form.schedule !== "off" && (
          <Field label={m.regressions_hour()}>
            <Select
              value={String(form.hour)}
              onChange={(hour) => set({ hour: Number(hour) })}
              options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
            />
          </Field>
        )}
        <Field label={m.regressions_zone()} error={error("timeZone")}>
          <TextInput
            value={form.timeZone}
            list="regression-zones"
            autoComplete="off"
            onChange={(event) => set({ timeZone: event.target.value })}
          />
        </Field>
      </div>
      <datalist id="regression-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Checkbox
        label={m.regressions_on_knowledge()}
        hint={m.regressions_on_knowledge_hint()}
        checked={form.onKnowledge}
        onChange={(onKnowledge) => set({ onKnowledge })}
      />
      {form.onKnowledge && (
        <Field label={m.regressions_gap()} error={error("gapHours")}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={form.gapHours}
            onChange={(event) => set({ gapHours: event.target.value })}
          />
        </Field>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={m.regressions_run_budget()}
          hint={m.regressions_run_budget_hint({ usd: formatUsd(shareUsd) })}
          error={error("runBudgetUsd")}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={form.runBudget}
            onChange={(event) => set({ runBudget: event.target.value })}
          />
        </Field>
        <Field label={m.regressions_month_budget()} hint={m.regressions_month_budget_hint()} error={error("monthBudgetUsd")}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={form.monthBudget}
            onChange={(event) => set({ monthBudget: event.target.value })}
          />
        </Field>
      </div>
      {isLate && (
        <div>
          <Button onClick={() => void queryClient.invalidateQueries({ queryKey: reading(readRegressions, { params }).queryKey })}>
            {m.regressions_reload()}
          </Button>
        </div>
      )}
      <FormFooter
        problem={save.error ? messageOf(save.error) : undefined}
        changed={JSON.stringify(form) !== JSON.stringify(formOf(plan)) || plan === null || !plan.holds}
        busy={save.isPending}
        invalid={!isReady}
        onDiscard={() => {
          save.reset();
          setForm(formOf(plan));
        }}
      />
    </form>
  );
}
