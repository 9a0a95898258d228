// Regression runs: what got worse and waits for a decision, the plan, and what the last runs found.
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { m } from "#messages";
import { readRegressions } from "../contract.ts";
import { PlanSection } from "./plan-section.tsx";
import { Reviews } from "./reviews.tsx";
import { Runs } from "./runs.tsx";

/** A run takes minutes. */
const EVERY = 30_000;

export default function RegressionsPage() {
  const { id } = useProject();
  return (
    <Page
      title={m.regressions_title()}
      lead={m.regressions_lead()}
      width="wide"
      tabs={<SectionTabs of="assistant" label={m.regressions_title()} />}
    >
      <Content key={id} projectId={id} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readRegressions, { params: { projectId } as never }, { every: EVERY });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      {data.obstacle !== null && (
        <p className="mb-5 rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">
          {m.regressions_obstacle({ why: data.obstacle })}
        </p>
      )}
      {data.reviews.length > 0 && <Reviews projectId={projectId} reviews={data.reviews} />}
      <PlanSection projectId={projectId} data={data} />
      <Runs projectId={projectId} items={data.items} />
    </>
  );
}
