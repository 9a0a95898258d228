// Settings page of automatic assignment: a form for each pool, saved by itself.
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { readAutoAssignment } from "../contract.ts";
import { PoolForm } from "./pool-form.tsx";

/** Everybody sees who is given conversations; owners and admins change it. */
export default function AssignmentPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readAutoAssignment, { params: { projectId } as never });
  const may = mayI("admin");
  return (
    <Page title={m.auto_assignment_title()} lead={m.auto_assignment_lead()} width="form" isReadOnly={!may}>
      {data ? (
        <div className="grid grid-cols-1 gap-6">
          {!may && <p className="text-muted">{m.auto_assignment_forbidden()}</p>}
          {data.pools.map((pool) => (
            <PoolForm key={`${projectId}:${pool.teamId ?? ""}`} projectId={projectId} stored={pool} hours={data.hours} may={may} />
          ))}
        </div>
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}
