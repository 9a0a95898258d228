// The research of a lead, on its page: the last run, the fit, what is known, and what changed since an earlier run.
import { reading } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import type { leadPanels } from "#modules/leads/views";
import { useQuery } from "@tanstack/react-query";
import { readLeadResearch, type Research } from "../../contract.ts";
import { currentStatements } from "../../contract/current.ts";
import { Comparison } from "./comparison.tsx";
import { Fit } from "./fit.tsx";
import { isUnderWay, LastRun } from "./last-run.tsx";
import { StartForm } from "./start-form.tsx";
import { type Of, Statements } from "./statements.tsx";

const WHILE_RUNNING = 1500;

export default function ResearchPanel({ projectId, lead }: PropsOf<typeof leadPanels>) {
  const of: Of = { projectId, leadId: lead.id };
  const { data, error, refetch } = useQuery({
    ...reading(readLeadResearch, { params: of as never }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) === true ? WHILE_RUNNING : false),
  });
  return (
    <Section title={m.lead_research_title()} lead={m.lead_research_lead()}>
      {data ? (
        <Known of={of} domain={lead.domain} research={data} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton>
          <Bar className="my-2 h-9 w-full" />
          <Bar className="my-2 h-4 w-3/4" />
          <Bar className="my-2 h-4 w-1/2" />
        </Skeleton>
      )}
    </Section>
  );
}

function Known({ of, domain, research }: { of: Of; domain: string | null; research: Research }) {
  const { runs, statements, obstacle } = research;
  const [last] = runs;
  return (
    <>
      {obstacle !== null && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">{m.lead_research_obstacle({ why: obstacle })}</p>
      )}
      {last ? <LastRun of={of} run={last} /> : <p className="text-muted">{m.lead_research_no_runs()}</p>}
      {obstacle === null && !runs.some(isUnderWay) && <StartForm of={of} domain={domain} research={research} />}
      <Fit of={of} research={research} />
      <Statements of={of} statements={currentStatements(statements, runs)} />
      <Comparison research={research} />
    </>
  );
}
