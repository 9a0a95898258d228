// On a run's page: leads to its grading by a judge and by people.
import { Link } from "@tanstack/react-router";
import { Scale } from "lucide-react";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { EvaluationRun } from "#modules/evaluation/contract";
import { gradingPath } from "../../contract.ts";

export default function RunGrading({ projectId, run }: { projectId: string; run: EvaluationRun }) {
  return (
    <Section title={m.answer_grading_title()}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-muted">{m.answer_grading_lead()}</p>
        <Link to={gradingPath(projectId, run.id)} className={buttonLink}>
          <Scale className="size-4" aria-hidden />
          {m.answer_grading_open()}
        </Link>
      </div>
    </Section>
  );
}
