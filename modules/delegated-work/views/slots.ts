// What delegated work adds to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, conversationControl } from "#modules/inbox/views";
import { lazy } from "react";
import { delegatedStories } from "./delegated-work.stories.ts";

const control = () => import("./delegate-control.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 60, component: lazy(async () => ({ default: (await control()).DelegatedLine })) }),
  registerSlot(activityDetails, { order: 60, component: lazy(() => import("./delegation-card.tsx")) }),
  registerSlot(conversationControl, {
    order: 60,
    component: lazy(async () => ({ default: (await control()).DelegateControl })),
    states: SHIPPED ? [] : delegatedStories,
  }),
];
