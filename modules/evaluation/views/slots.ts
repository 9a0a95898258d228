// The slots of evaluation's pages for modules that do more with results.
import { defineSlot } from "#dashboard/screen.ts";
import type { EvaluationRun } from "../contract.ts";

/** A section of a run's page, once the run has ended and has a result. */
export const evaluatedRun = defineSlot<{ readonly projectId: string; readonly run: EvaluationRun }>("evaluatedRun");
/** A section of the page that compares two runs, once both have ended. */
export const comparedRuns = defineSlot<{
  readonly projectId: string;
  readonly before: EvaluationRun;
  readonly after: EvaluationRun;
}>("comparedRuns");
