// The slots of evaluation's pages for modules that do more with results.
import { defineSlot } from "#dashboard/screen.ts";
import type { EvaluationItem, EvaluationRun } from "../contract.ts";

/** A section of a run's page, once the run has ended and has a result. */
export const evaluatedRun = defineSlot<{ readonly projectId: string; readonly run: EvaluationRun }>("evaluatedRun");
/** A section of the page that compares two runs, once both have ended. */
export const comparedRuns = defineSlot<{
  readonly projectId: string;
  readonly before: EvaluationRun;
  readonly after: EvaluationRun;
}>("comparedRuns");
/** Below what got worse and better between two runs that both asked all their questions. `before`: the one that the other is compared with. */
export const comparisonAction = defineSlot<{
  readonly projectId: string;
  readonly before: EvaluationRun;
  readonly after: EvaluationRun;
  readonly worse: readonly EvaluationItem[];
}>("comparisonAction");
