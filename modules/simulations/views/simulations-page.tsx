// Simulations: scenarios, a form that starts a run of them, and the runs.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Archive, Drama, Pencil, Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call, issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { listGuidanceVersions } from "#modules/assistant/contract";
import { type EvaluationSetup, readEvaluation } from "#modules/evaluation/contract";
import {
  archiveScenario,
  estimateSimulationRun,
  listScenarios,
  listSimulationRuns,
  MAX_SCENARIOS,
  type Scenario,
  simulationPath,
  startSimulationRun,
} from "../contract.ts";
import { ScenarioForm } from "./scenario-form.tsx";
import { EXPECTED_WORDS, STATES, TEMPER_WORDS } from "./words.ts";

export default function SimulationsPage() {
  const { id } = useProject();
  return (
    <Page
      title={m.simulations_title()}
      lead={m.simulations_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.simulations_title()} />}
    >
      <Content key={id} projectId={id} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const setup = useRouteQuery(readEvaluation, { params: { projectId } as never });
  const list = useInfiniteQuery({
    queryKey: [listScenarios.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listScenarios>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listScenarios, { params: { projectId } as never, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const error = setup.error ?? list.error;
  if (!setup.data || !list.data)
    return error ? (
      <ProblemState
        error={error}
        onRetry={() => {
          void setup.refetch();
          void list.refetch();
        }}
      />
    ) : (
      <SectionsPending />
    );
  const admin = mayI("admin");
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      <Section title={m.simulations_scenarios()} lead={m.simulations_scenarios_lead()}>
        {items.length === 0 && (
          <EmptyState icon={Drama} title={m.simulations_none()} body={admin ? m.simulations_none_body() : m.simulations_none_member()} />
        )}
        <ul className="grid grid-cols-1">
          {items.map((scenario) => (
            <Item
              key={scenario.id}
              {...{ projectId, scenario, admin }}
              chosen={chosen.has(scenario.id)}
              onChoose={(on) => setChosen(new Set(on ? [...chosen, scenario.id] : [...chosen].filter((id) => id !== scenario.id)))}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <div className="grid justify-items-center">
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {m.simulations_more()}
            </Button>
          </div>
        )}
      </Section>
      {items.length > 0 && (
        <Section title={m.simulations_start()}>
          {setup.data.obstacle !== null && (
            <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">
              {m.simulations_obstacle({ why: setup.data.obstacle })}
            </p>
          )}
          {admin ? (
            setup.data.obstacle === null && (
              <StartForm projectId={projectId} setup={setup.data} scenarios={items.filter(({ id }) => chosen.has(id))} />
            )
          ) : (
            <p className="text-muted">{m.simulations_members()}</p>
          )}
        </Section>
      )}
      <Runs projectId={projectId} />
      {admin && (
        <Section title={m.simulations_new()}>
          <ScenarioForm projectId={projectId} />
        </Section>
      )}
    </>
  );
}

interface ItemProps {
  readonly projectId: string;
  readonly scenario: Scenario;
  readonly admin: boolean;
  readonly chosen: boolean;
  onChoose(on: boolean): void;
}
function Item({ projectId, scenario, admin, chosen, onChoose }: ItemProps) {
  const [editing, setEditing] = useState(false);
  const archive = useRouteMutation(archiveScenario, { invalidates: [listScenarios], done: () => onChoose(false) });
  const { name, goal, temper, expected } = scenario.content;
  if (editing)
    return (
      <li className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
        <ScenarioForm key={scenario.revision} projectId={projectId} scenario={scenario} onDone={() => setEditing(false)} />
      </li>
    );
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        {admin ? <Checkbox label={name} checked={chosen} onChange={onChoose} /> : <p className="font-medium wrap-anywhere">{name}</p>}
        <p dir="auto" className="text-muted wrap-anywhere">
          {goal}
        </p>
        <div className="flex flex-wrap gap-2">
          <Chip>{TEMPER_WORDS[temper]()}</Chip>
          <Chip>{EXPECTED_WORDS[expected]()}</Chip>
        </div>
      </div>
      {admin && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Pencil} aria-label={m.simulations_edit_which({ name })} onClick={() => setEditing(true)}>
            {m.simulations_edit()}
          </Button>
          <Button
            size="sm"
            icon={Archive}
            busy={archive.isPending}
            aria-label={m.simulations_archive_which({ name })}
            onClick={() => archive.mutate({ params: { projectId, scenarioId: scenario.id } as never })}
          >
            {m.simulations_archive()}
          </Button>
        </div>
      )}
    </li>
  );
}

interface StartProps {
  readonly projectId: string;
  readonly setup: EvaluationSetup;
  readonly scenarios: readonly Scenario[];
}
function StartForm({ projectId, setup, scenarios }: StartProps) {
  const navigate = useNavigate();
  const params = { projectId } as never;
  const versions = useRouteQuery(listGuidanceVersions, { params });
  const [customerModel, setCustomerModel] = useState(setup.models[0] ?? "");
  const [model, setModel] = useState(setup.models[0] ?? "");
  const [version, setVersion] = useState("");
  const [budget, setBudget] = useState("1");
  const { mayI } = useProject();
  const [raised, setRaised] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const query = { customerModel: customerModel.trim(), model: model.trim() };
  const estimate = useRouteQuery(estimateSimulationRun, { params, query }, { enabled: query.customerModel !== "" && query.model !== "" });
  const start = useRouteMutation(startSimulationRun, {
    suppressToast: true,
    invalidates: [listSimulationRuns],
    done: ({ run }) => {
      setClientId(crypto.randomUUID());
      void navigate({ to: simulationPath(projectId, run.id) });
    },
  });
  const budgetUsd = Number(budget.replace(",", "."));
  const isReady =
    scenarios.length > 0 &&
    scenarios.length <= MAX_SCENARIOS &&
    query.customerModel !== "" &&
    query.model !== "" &&
    budget.trim() !== "" &&
    Number.isFinite(budgetUsd) &&
    budgetUsd >= 0;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || start.isPending) return;
    const scenarioIds = scenarios.map(({ id }) => id);
    start.mutate({
      params,
      body: { clientId, scenarioIds, ...query, guidanceVersion: version === "" ? null : Number(version), budgetUsd, raised },
    });
  }
  const answers = scenarios.reduce((sum, { content }) => sum + content.maxTurns, 0);
  // The customer has one message more: to say how it ended.
  const most = estimate.data && answers * estimate.data.answerUsd + (answers + scenarios.length) * estimate.data.customerUsd;
  const problem = refusalOf(start.error) ?? refusalOf(estimate.error);
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.simulations_customer_model()} hint={m.simulations_model_hint()} error={issueOf(start.error, "customerModel")}>
          <TextInput
            list="simulation-models"
            autoComplete="off"
            spellCheck={false}
            value={customerModel}
            onChange={(event) => setCustomerModel(event.target.value)}
          />
        </Field>
        <Field label={m.simulations_model()} error={issueOf(start.error, "model")}>
          <TextInput
            list="simulation-models"
            autoComplete="off"
            spellCheck={false}
            value={model}
            onChange={(event) => setModel(event.target.value)}
          />
        </Field>
        <Field label={m.simulations_guidance()}>
          <Select
            value={version}
            onChange={setVersion}
            options={[
              { value: "", label: m.simulations_guidance_now() },
              ...(versions.data?.items ?? []).map((one) => ({
                value: String(one.version),
                label: m.simulations_guidance_version({ version: one.version }),
              })),
            ]}
          />
        </Field>
        <Field label={m.simulations_budget()} hint={m.simulations_budget_hint()} error={issueOf(start.error, "budgetUsd")}>
          <TextInput inputMode="decimal" autoComplete="off" value={budget} onChange={(event) => setBudget(event.target.value)} />
        </Field>
      </div>
      <datalist id="simulation-models">
        {setup.models.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {mayI("owner") && (
        <Checkbox
          label={m.simulations_raise()}
          hint={m.simulations_raise_hint({ usd: formatUsd(setup.shareUsd) })}
          checked={raised}
          onChange={setRaised}
        />
      )}
      {problem && (
        <p role="alert" className="text-bad-text wrap-anywhere">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" icon={Play} busy={start.isPending} disabled={!isReady}>
          {m.simulations_begin()}
        </Button>
        <p role="status" className="text-xs text-muted">
          {scenarios.length === 0
            ? m.simulations_choose()
            : most === undefined
              ? m.simulations_chosen({ count: scenarios.length })
              : m.simulations_most({ count: scenarios.length, most: formatUsd(most) })}
        </p>
      </div>
    </form>
  );
}

function Runs({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery({
    queryKey: [listSimulationRuns.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listSimulationRuns>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listSimulationRuns, { params: { projectId } as never, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  });
  if (list.error && !list.data) return <ProblemState error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={m.simulations_runs()}>
      <ul className="grid grid-cols-1">
        {items.map((run) => (
          <li
            key={run.id}
            className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0"
          >
            <Link to={simulationPath(projectId, run.id)} className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline">
              {m.simulations_run_name({ customer: run.customerModel, model: run.model })}
            </Link>
            <Chip tone={STATES[run.state].tone}>{STATES[run.state].label()}</Chip>
            <span className="text-xs text-muted">{m.simulations_passed_of({ passed: run.passed, played: run.passed + run.failed })}</span>
            <span className="text-xs text-muted">{formatUsd(run.costUsd)}</span>
            <RelativeTime at={run.startedAt} short className="ms-auto text-xs text-faint" />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {m.simulations_more()}
          </Button>
        </div>
      )}
    </Section>
  );
}
