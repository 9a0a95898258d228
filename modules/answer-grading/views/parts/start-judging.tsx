// Starts a judging: by which model, by what rubric, and what it may cost.
import { useNavigate } from "@tanstack/react-router";
import { Play, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import {
  type Criterion,
  DEFAULT_RUBRIC,
  estimateJudging,
  judgingPath,
  listJudgings,
  MAX_CRITERIA,
  MAX_CRITERION_NAME,
  MAX_DESCRIPTION,
  MAX_SCALE,
  startJudging,
} from "../../contract.ts";

interface StartProps {
  readonly projectId: string;
  readonly runId: string;
  readonly models: readonly string[];
}
type Row = Criterion & { readonly key: number };
export function StartJudging({ projectId, runId, models }: StartProps) {
  const navigate = useNavigate();
  const params = { projectId, endedRunId: runId } as never;
  const [model, setModel] = useState(models[0] ?? "");
  const [budget, setBudget] = useState("1");
  const { mayI } = useProject();
  const [raised, setRaised] = useState(false);
  const [rows, setRows] = useState<readonly Row[]>(() => DEFAULT_RUBRIC.map((criterion, key) => ({ ...criterion, key })));
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const estimate = useRouteQuery(estimateJudging, { params, query: { model: model.trim() } }, { enabled: model.trim() !== "" });
  const start = useRouteMutation(startJudging, {
    suppressToast: true,
    invalidates: [listJudgings],
    done: ({ judging }) => {
      setClientId(crypto.randomUUID());
      void navigate({ to: judgingPath(projectId, runId, judging.id) });
    },
  });
  const budgetUsd = Number(budget.replace(",", "."));
  const isReady =
    model.trim() !== "" &&
    budget.trim() !== "" &&
    Number.isFinite(budgetUsd) &&
    budgetUsd >= 0 &&
    rows.every(({ name, description }) => name.trim() !== "" && description.trim() !== "");
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || start.isPending) return;
    const rubric = rows.map(({ name, description, scale }) => ({ name: name.trim(), description: description.trim(), scale }));
    start.mutate({ params, body: { clientId, model: model.trim(), rubric, budgetUsd, raised } });
  }
  const problem = refusalOf(start.error) ?? refusalOf(estimate.error);
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.answer_grading_model()} hint={m.answer_grading_model_hint()} error={issueOf(start.error, "model")}>
          <TextInput
            value={model}
            list="judging-models"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setModel(event.target.value)}
          />
        </Field>
        <Field label={m.answer_grading_budget()} hint={m.answer_grading_budget_hint()} error={issueOf(start.error, "budgetUsd")}>
          <TextInput inputMode="decimal" autoComplete="off" value={budget} onChange={(event) => setBudget(event.target.value)} />
        </Field>
      </div>
      <datalist id="judging-models">
        {models.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <RubricFields rows={rows} onChange={setRows} />
      {mayI("owner") && estimate.data && (
        <Checkbox
          label={m.answer_grading_raise()}
          hint={m.answer_grading_raise_hint({ usd: formatUsd(estimate.data.shareUsd) })}
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
          {m.answer_grading_begin()}
        </Button>
        {estimate.data && (
          <p role="status" className="text-xs text-muted">
            {m.answer_grading_estimate({
              count: estimate.data.answers,
              most: formatUsd(estimate.data.mostUsd),
              each: formatUsd(estimate.data.eachUsd),
            })}
          </p>
        )}
      </div>
    </form>
  );
}

const SCALES = Array.from({ length: MAX_SCALE - 1 }, (_, at) => at + 2);
function RubricFields({ rows, onChange }: { rows: readonly Row[]; onChange(rows: readonly Row[]): void }) {
  const change = (key: number, to: Partial<Criterion>): void => onChange(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1 text-sm font-medium">{m.answer_grading_rubric()}</legend>
      {rows.map(({ key, name, description, scale }, at) => (
        <div key={key} className="grid grid-cols-1 items-end gap-2 rounded-md border border-line p-3 sm:grid-cols-[10rem_1fr_7rem_auto]">
          <Field label={m.answer_grading_criterion({ number: at + 1 })}>
            <TextInput value={name} maxLength={MAX_CRITERION_NAME} onChange={(event) => change(key, { name: event.target.value })} />
          </Field>
          <Field label={m.answer_grading_description({ number: at + 1 })}>
            <TextInput
              value={description}
              maxLength={MAX_DESCRIPTION}
              onChange={(event) => change(key, { description: event.target.value })}
            />
          </Field>
          <Field label={m.answer_grading_scale({ number: at + 1 })}>
            <Select
              value={String(scale)}
              onChange={(value) => change(key, { scale: Number(value) })}
              options={SCALES.map((value) => ({ value: String(value), label: m.answer_grading_one_to({ scale: value }) }))}
            />
          </Field>
          <IconButton
            label={m.answer_grading_remove_criterion({ number: at + 1 })}
            icon={Trash2}
            size="md"
            disabled={rows.length === 1}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {rows.length < MAX_CRITERIA && (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onClick={() => onChange([...rows, { key: Math.max(...rows.map((row) => row.key)) + 1, name: "", description: "", scale: 5 }])}
          >
            {m.answer_grading_add_criterion()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
