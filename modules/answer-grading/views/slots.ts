// Grading on the pages of evaluation: what leads to it, loaded when it is shown.
import { registerSlot } from "#dashboard/screen.ts";
import { comparedRuns, evaluatedRun } from "#modules/evaluation/views";
import { lazy } from "react";

export const slotRegistrations = [
  registerSlot(evaluatedRun, { order: 10, component: lazy(() => import("./parts/run-grading.tsx")) }),
  registerSlot(comparedRuns, { order: 10, component: lazy(() => import("./parts/blind-start.tsx")) }),
];
