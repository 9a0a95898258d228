// On the page that compares two runs: starts grading their answers blindly, and lists what was started before.
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { EvaluationRun } from "#modules/evaluation/contract";
import { blindPath, listBlindGradings, startBlindGrading } from "../../contract.ts";

export default function BlindStart({ projectId, before, after }: { projectId: string; before: EvaluationRun; after: EvaluationRun }) {
  const navigate = useNavigate();
  const [clientId] = useState(() => crypto.randomUUID());
  const { data } = useRouteQuery(listBlindGradings, { params: { projectId } as never, query: {} });
  const start = useRouteMutation(startBlindGrading, {
    invalidates: [listBlindGradings],
    done: ({ grading }) => void navigate({ to: blindPath(projectId, grading.id) }),
  });
  return (
    <Section title={m.answer_grading_blind()}>
      <p className="text-muted">{m.answer_grading_blind_lead()}</p>
      <div>
        <Button
          busy={start.isPending}
          onClick={() => start.mutate({ params: { projectId } as never, body: { clientId, firstRunId: before.id, secondRunId: after.id } })}
        >
          {m.answer_grading_blind_start()}
        </Button>
      </div>
      {data && data.items.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {data.items.map(({ id, setName, given, wanted, finished, startedAt }) => (
            <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={blindPath(projectId, id)} dir="auto" className="min-w-0 rounded-xs font-medium wrap-anywhere hover:underline">
                {setName}
              </Link>
              <span className="text-xs text-muted">
                {finished ? m.answer_grading_you_finished() : m.answer_grading_progress({ given, wanted })}
              </span>
              <RelativeTime at={startedAt} short className="ms-auto text-xs text-faint" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
