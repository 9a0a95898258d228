// Two runs beside each other: how much better the later one is and how sure that is, and each question that came out otherwise, worse first.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { call, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import type { Expected } from "#modules/question-sets/contract";
import { EXPECTED_WORDS } from "#modules/question-sets/views";
import { type Compared, type Comparison, compareRuns, type Shares } from "./comparison/compare-runs.ts";
import { type EvaluationItem, type EvaluationRun, listEvaluationItems, readEvaluationRun, runPath } from "../contract.ts";
import { ItemView } from "./item-view.tsx";
import { comparedRuns, comparisonAction } from "./slots.ts";
import { configurationOf, ITEMS } from "./words.ts";

export default function ComparePage() {
  const { id: projectId } = useProject();
  const { runId = "", otherId = "" } = useParams({ strict: false }) as { runId?: string; otherId?: string };
  return (
    <Page
      title={m.evaluation_compare_title()}
      lead={
        <Link to={runPath(projectId, runId)} className="inline-flex items-center gap-1 hover:text-text">
          <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.evaluation_compare_back()}
        </Link>
      }
      width="wide"
    >
      <Content key={`${runId} ${otherId}`} {...{ projectId, runId, otherId }} />
    </Page>
  );
}

/** All results of a run; a set has at most 500 questions, so these are a few pages. */
async function allItems(projectId: string, evaluationRunId: string, signal: AbortSignal): Promise<readonly EvaluationItem[]> {
  const all: EvaluationItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listEvaluationItems, {
      params: { projectId, evaluationRunId } as never,
      query: cursor === undefined ? {} : { cursor },
      signal,
    });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

function Content({ projectId, runId, otherId }: { projectId: string; runId: string; otherId: string }) {
  const run = useRouteQuery(readEvaluationRun, { params: { projectId, evaluationRunId: runId } as never });
  const other = useRouteQuery(readEvaluationRun, { params: { projectId, evaluationRunId: otherId } as never });
  const items = useQuery({
    queryKey: [listEvaluationItems.name, projectId, "compare", runId, otherId],
    queryFn: ({ signal }) => Promise.all([allItems(projectId, otherId, signal), allItems(projectId, runId, signal)]),
  });
  const comparison = useMemo(() => items.data && compareRuns(...items.data), [items.data]);
  const error = run.error ?? other.error ?? items.error;
  if (run.data && other.data && comparison) {
    const [before, after] = [other.data.run, run.data.run];
    return (
      <>
        <Result projectId={projectId} before={before} after={after} comparison={comparison} />
        {before.endedAt !== null && after.endedAt !== null && before.setId === after.setId && (
          <Suspense>
            <Slot of={comparedRuns} {...{ projectId, before, after }} />
          </Suspense>
        )}
      </>
    );
  }
  if (!error) return <SectionsPending />;
  return (
    <ProblemState
      error={error}
      onRetry={() => {
        for (const each of [run, other, items]) if (each.error) void each.refetch();
      }}
    />
  );
}

const points = (share: number): string =>
  m.evaluation_points({ points: `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(Math.round(share * 100))}` });
const interval = ({ low, high }: Shares): string => m.evaluation_interval({ low: points(low), high: points(high) });

interface ResultProps {
  readonly projectId: string;
  readonly before: EvaluationRun;
  readonly after: EvaluationRun;
  readonly comparison: Comparison;
}
function Result({ projectId, before, after, comparison }: ResultProps) {
  const { all, worse, better, same, left, chance } = comparison;
  const sides = [
    { label: m.evaluation_before(), run: before, passed: all?.passedBefore, sums: comparison.before },
    { label: m.evaluation_after(), run: after, passed: all?.passedAfter, sums: comparison.after },
  ];
  return (
    <>
      {before.setId !== after.setId && <p className="mb-5 rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.evaluation_other_set()}</p>}
      {before.configHash === after.configHash && <p className="mb-5 rounded-md bg-subtle px-3 py-2">{m.evaluation_same_configuration()}</p>}
      <Section title={m.evaluation_difference()}>
        {all ? (
          <>
            <p role="status" className="text-md font-semibold">
              {m.evaluation_difference_points({ points: points(all.difference) })}
            </p>
            <p className="text-muted">
              {interval(all)} {m.evaluation_change_counts({ better: better.length, worse: worse.length, same })}{" "}
              {better.length + worse.length > 0 && m.evaluation_chance({ percent: percentOf(chance) })}
            </p>
          </>
        ) : (
          <p role="status">{m.evaluation_nothing_in_common()}</p>
        )}
        {left > 0 && <p className="text-xs text-muted">{m.evaluation_left({ count: left })}</p>}
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {sides.map(({ label, run, passed, sums }) => (
            <div key={label} className="min-w-0 rounded-md border border-line p-3">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="font-medium wrap-anywhere">{configurationOf(run)}</dd>
              {all && passed !== undefined && (
                <dd className="text-sm text-muted">
                  {m.evaluation_passed_of({ passed, asked: all.asked })} · {formatUsd(sums.costUsd)} ·{" "}
                  {m.evaluation_took_each({ seconds: (sums.took / all.asked / 1000).toFixed(1) })}
                </dd>
              )}
            </div>
          ))}
        </dl>
      </Section>
      <Changed title={m.evaluation_worse()} empty={m.evaluation_none_worse()} items={worse} />
      <Changed title={m.evaluation_better()} empty={m.evaluation_none_better()} items={better} />
      {all && before.state === "done" && after.state === "done" && (
        <Suspense>
          <Slot of={comparisonAction} {...{ projectId, before, after }} worse={worse.map((one) => one.after)} />
        </Suspense>
      )}
      <Groups title={m.evaluation_groups_topic()} groups={comparison.byTopic} nameOf={(value) => value || m.evaluation_group_none()} />
      <Groups title={m.evaluation_groups_locale()} groups={comparison.byLocale} nameOf={languageName} />
      <Groups
        title={m.evaluation_groups_expected()}
        groups={comparison.byExpected}
        nameOf={(value) => EXPECTED_WORDS[value as Expected]()}
      />
    </>
  );
}
/** To two digits where it is small, because 0 % would be wrong. */
const percentOf = (share: number): string => (share < 0.01 ? (share * 100).toPrecision(1) : String(Math.round(share * 100)));

const SHOWN = 20;
function Changed({ title, empty, items }: { title: string; empty: string; items: readonly Compared[] }) {
  const [count, setCount] = useState(SHOWN);
  return (
    <Section title={`${title} (${items.length})`}>
      {items.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="grid grid-cols-1">
        {items.slice(0, count).map(({ before, after }) => (
          <li key={after.question.id} className="grid gap-2 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
            <ItemView item={after} chip={<Chip tone={ITEMS[after.state].tone}>{ITEMS[after.state].label()}</Chip>} />
            <details className="min-w-0 ps-3">
              <summary className="cursor-pointer rounded-xs text-muted pointer-coarse:min-h-11">{m.evaluation_before_details()}</summary>
              <div className="mt-2">
                <ItemView item={before} chip={<Chip tone={ITEMS[before.state].tone}>{ITEMS[before.state].label()}</Chip>} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {items.length > count && (
        <div className="grid justify-items-center">
          <Button onClick={() => setCount(count + SHOWN)}>{m.evaluation_more()}</Button>
        </div>
      )}
    </Section>
  );
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly Shares[];
  nameOf(value: string): string;
}
function Groups({ title, groups, nameOf }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <Section title={title}>
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
        <table className="w-full">
          <thead>
            <tr className="text-xs whitespace-nowrap text-muted">
              <td />
              {[m.evaluation_before(), m.evaluation_after(), m.evaluation_difference()].map((label) => (
                <th key={label} scope="col" className="ps-3 pb-2 text-end font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.value} className="border-t border-line align-top tabular-nums">
                <th scope="row" dir="auto" className="py-2 pe-3 text-start font-normal wrap-anywhere">
                  {nameOf(group.value)}
                </th>
                {[group.passedBefore, group.passedAfter].map((passed, at) => (
                  <td key={at} className="py-2 ps-3 text-end whitespace-nowrap">
                    {m.evaluation_of({ passed, asked: group.asked })}
                  </td>
                ))}
                <td className="py-2 ps-3 text-end">
                  {points(group.difference)}
                  <span className="block text-xs text-muted">{interval(group)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
