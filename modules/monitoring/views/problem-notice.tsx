// Says why rules that need a model do nothing now, and where to change that.
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import type { MonitoringState } from "../contract.ts";

export function ProblemNotice({ problem }: { problem: NonNullable<MonitoringState["problem"]> }) {
  const { id: projectId, mayI } = useProject();
  const configures = problem.code === "not_configured";
  return (
    <div role="status" className="mb-5 flex items-start gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn-text">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {problem.sentence}
        {problem.missing.length > 0 && (
          <>
            {" "}
            <code className="font-mono text-xs">{problem.missing.join(", ")}</code>
          </>
        )}{" "}
        {m.monitoring_problem_waiting_works()}{" "}
        {mayI("admin") && (
          <Link className="font-medium underline" to={`/projects/${projectId}/settings/${configures ? "ai" : "ai-usage"}`}>
            {configures ? m.monitoring_open_models() : m.monitoring_open_usage()}
          </Link>
        )}
      </p>
    </div>
  );
}
