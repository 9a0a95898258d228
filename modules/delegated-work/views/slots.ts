// What delegated work adds to the inbox.
import { nav, registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, assignChoices, listNote } from "#modules/inbox/views";
import { lazy } from "react";
import { delegatedStories } from "./delegated-work.stories.ts";

const choice = () => import("./delegate-choice.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

const entry = () => import("./waiting-entry.tsx");

export const slotRegistrations = [
  registerSlot(listNote, { order: 60, component: lazy(async () => ({ default: (await entry()).WaitingNote })) }),
  registerSlot(nav, { order: 60, component: lazy(async () => ({ default: (await entry()).WaitingCommand })) }),
  registerSlot(activityLine, { order: 60, component: lazy(async () => ({ default: (await choice()).DelegatedLine })) }),
  registerSlot(activityDetails, { order: 60, component: lazy(() => import("./delegation-card.tsx")) }),
  registerSlot(assignChoices, {
    order: 60,
    component: lazy(async () => ({ default: (await choice()).DelegateChoice })),
    states: SHIPPED ? [] : delegatedStories,
  }),
];
