// Leads from a run to its comparison with an earlier run of the same set.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { comparePath, type EvaluationRun, listEvaluationRuns } from "../contract.ts";
import { configurationOf } from "./words.ts";

/** Among the newest runs of the project. Without another one of the set it says so. */
export function CompareWith({ projectId, run }: { projectId: string; run: EvaluationRun }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState("");
  const { data } = useRouteQuery(listEvaluationRuns, { params: { projectId }, query: {} } as never);
  const others = data?.items.filter(({ id, setId, passed, failed }) => setId === run.setId && id !== run.id && passed + failed > 0) ?? [];
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  if (!data) return null;
  return (
    <Section title={m.evaluation_compare()}>
      {other ? (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: comparePath(projectId, run.id, other.id) });
          }}
        >
          <Field label={m.evaluation_compare_with()} className="min-w-0 flex-1 basis-60">
            <Select
              value={other.id}
              onChange={setChosen}
              options={others.map((one) => ({
                value: one.id,
                label: m.evaluation_compare_run({
                  ...{ date: formatDay(one.startedAt), passed: one.passed, asked: one.passed + one.failed },
                  configuration: configurationOf(one),
                }),
              }))}
            />
          </Field>
          <Button type="submit">{m.evaluation_compare()}</Button>
        </form>
      ) : (
        <p className="text-muted">{m.evaluation_compare_none()}</p>
      )}
    </Section>
  );
}
