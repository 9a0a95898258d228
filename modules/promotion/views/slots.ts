// What promotion adds to the comparison of two runs.
import { lazy } from "react";
import { registerSlot } from "#dashboard/screen.ts";
import { comparisonAction } from "#modules/evaluation/views";

export const slotRegistrations = [registerSlot(comparisonAction, { order: 10, component: lazy(() => import("./promote-section.tsx")) })];
