// Starts a run: which questions, which model and guidance, and what it may cost.
import { issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { listGuidanceVersions } from "#modules/assistant/contract";
import { listQuestionSets, setsPath } from "#modules/question-sets/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { estimateEvaluationRun, type EvaluationSetup, listEvaluationRuns, runPath, startEvaluationRun } from "../contract.ts";

export function StartForm({ projectId, setup }: { projectId: string; setup: EvaluationSetup }) {
  const { mayI } = useProject();
  const navigate = useNavigate();
  const params = { projectId } as never;
  const sets = useRouteQuery(listQuestionSets, { params, query: {} });
  const versions = useRouteQuery(listGuidanceVersions, { params });
  const [setId, setSetId] = useState("");
  const [model, setModel] = useState(setup.models[0] ?? "");
  const [version, setVersion] = useState("");
  const [budget, setBudget] = useState("1");
  const [raised, setRaised] = useState(false);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const estimate = useRouteQuery(
    estimateEvaluationRun,
    { params, query: { setId, model: model.trim() } as never },
    { enabled: setId !== "" && model.trim() !== "" },
  );
  const start = useRouteMutation(startEvaluationRun, {
    suppressToast: true,
    invalidates: [listEvaluationRuns],
    done: ({ run }) => {
      setClientId(crypto.randomUUID());
      void navigate({ to: runPath(projectId, run.id) });
    },
  });
  if (!sets.data) return sets.error ? <ProblemState error={sets.error} onRetry={() => void sets.refetch()} /> : <SectionsPending />;
  if (sets.data.items.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted">{m.evaluation_no_sets()}</p>
        <Link to={setsPath(projectId)} className={buttonLink}>
          {m.evaluation_to_sets()}
        </Link>
      </div>
    );
  const budgetUsd = Number(budget.replace(",", "."));
  const isReady = setId !== "" && model.trim() !== "" && budget.trim() !== "" && Number.isFinite(budgetUsd) && budgetUsd >= 0;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || start.isPending) return;
    const guidanceVersion = version === "" ? null : Number(version);
    start.mutate({ params, body: { clientId, setId: setId as never, model: model.trim(), guidanceVersion, budgetUsd, raised } });
  }
  const problem = refusalOf(start.error) ?? refusalOf(estimate.error);
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.evaluation_set()}>
          <Select
            value={setId}
            onChange={setSetId}
            options={[
              { value: "", label: m.evaluation_choose_set() },
              ...sets.data.items.map(({ id, name, questions }) => ({
                value: id,
                label: m.evaluation_set_option({ name, count: questions }),
              })),
            ]}
          />
        </Field>
        <Field label={m.evaluation_model()} hint={m.evaluation_model_hint()} error={issueOf(start.error, "model")}>
          <TextInput
            value={model}
            list="evaluation-models"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setModel(event.target.value)}
          />
        </Field>
        <Field label={m.evaluation_guidance()}>
          <Select
            value={version}
            onChange={setVersion}
            options={[
              { value: "", label: m.evaluation_guidance_now() },
              ...(versions.data?.items ?? []).map((one) => ({
                value: String(one.version),
                label: m.evaluation_guidance_version({ version: one.version }),
              })),
            ]}
          />
        </Field>
        <Field label={m.evaluation_budget()} hint={m.evaluation_budget_hint()} error={issueOf(start.error, "budgetUsd")}>
          <TextInput inputMode="decimal" autoComplete="off" value={budget} onChange={(event) => setBudget(event.target.value)} />
        </Field>
      </div>
      <datalist id="evaluation-models">
        {setup.models.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {mayI("owner") && (
        <Checkbox
          label={m.evaluation_raise()}
          hint={m.evaluation_raise_hint({ usd: formatUsd(setup.shareUsd) })}
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
          {m.evaluation_begin()}
        </Button>
        {estimate.data && (
          <p role="status" className="text-xs text-muted">
            {m.evaluation_estimate({
              count: estimate.data.questions,
              most: formatUsd(estimate.data.mostUsd),
              each: formatUsd(estimate.data.eachUsd),
            })}
          </p>
        )}
      </div>
    </form>
  );
}
