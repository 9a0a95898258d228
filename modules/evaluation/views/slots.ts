// The slot of the comparison for what can be done with it.
import { defineSlot } from "#dashboard/screen.ts";
import type { EvaluationItem, EvaluationRun } from "../contract.ts";

/** Below what got worse and better between two runs that both asked all their questions. `before`: the one that the other is compared with. */
export const comparisonAction = defineSlot<{
  readonly projectId: string;
  readonly before: EvaluationRun;
  readonly after: EvaluationRun;
  readonly worse: readonly EvaluationItem[];
}>("comparisonAction");
