// What response-time targets add to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { activityLine, conversationPanel, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { lazy } from "react";
import { targetStories } from "./inbox/inbox.stories.ts";

const parts = () => import("./inbox/target-parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(rowChip, { order: 6, component: lazy(async () => ({ default: (await parts()).TargetChip })) }),
  registerSlot(activityLine, { order: 18, component: lazy(async () => ({ default: (await parts()).MissedLine })) }),
  registerSlot(listFilter, { order: 16, component: lazy(async () => ({ default: (await parts()).TargetFilter })) }),
  registerSlot(viewField, { order: 16, component: lazy(async () => ({ default: (await parts()).TargetField })) }),
  registerSlot(conversationPanel, {
    order: 5,
    component: lazy(() => import("./inbox/targets-panel.tsx")),
    states: SHIPPED ? [] : targetStories,
  }),
];
