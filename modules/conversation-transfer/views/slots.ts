// What moving to another contact adds to the inbox: the choice in the menu of a conversation, and the lines in both threads.
import { registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, threadChoices } from "#modules/inbox/views";
import { lazy } from "react";
import { conversationTransferStories } from "./move.stories.ts";

const lines = () => import("./move-lines.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 62, component: lazy(async () => ({ default: (await lines()).MoveLine })) }),
  registerSlot(activityDetails, { order: 62, component: lazy(async () => ({ default: (await lines()).MoveDetails })) }),
  registerSlot(threadChoices, {
    ...{ order: 32, component: lazy(async () => ({ default: (await import("./parts.tsx")).MoveChoice })) },
    states: SHIPPED ? [] : conversationTransferStories,
  }),
];
