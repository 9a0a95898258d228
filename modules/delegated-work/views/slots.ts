// What delegated work adds to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, assignChoices } from "#modules/inbox/views";
import { lazy } from "react";
import { delegatedStories } from "./delegated-work.stories.ts";

const choice = () => import("./delegate-choice.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 60, component: lazy(async () => ({ default: (await choice()).DelegatedLine })) }),
  registerSlot(activityDetails, { order: 60, component: lazy(() => import("./delegation-card.tsx")) }),
  registerSlot(assignChoices, {
    order: 60,
    component: lazy(async () => ({ default: (await choice()).DelegateChoice })),
    states: SHIPPED ? [] : delegatedStories,
  }),
];
