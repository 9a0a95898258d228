// What splitting messages off adds to the inbox: the choices in the menus of a conversation and of a message, and the lines in both threads.
import { registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, conversationMark, messageChoices, rowChip, threadChoices } from "#modules/inbox/views";
import { lazy } from "react";
import { conversationSplitStories } from "./split.stories.ts";

const lines = () => import("./split-lines.tsx");
const parts = () => import("./parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 61, component: lazy(async () => ({ default: (await lines()).SplitLine })) }),
  registerSlot(activityDetails, { order: 61, component: lazy(async () => ({ default: (await lines()).SplitDetails })) }),
  registerSlot(rowChip, { order: 4, component: lazy(async () => ({ default: (await parts()).WithdrawnChip })) }),
  registerSlot(conversationMark, { order: 1, component: lazy(async () => ({ default: (await parts()).WithdrawnMark })) }),
  registerSlot(messageChoices, { order: 10, component: lazy(async () => ({ default: (await parts()).MessageMenu })) }),
  registerSlot(threadChoices, {
    ...{ order: 31, component: lazy(async () => ({ default: (await parts()).SplitChoice })) },
    states: SHIPPED ? [] : conversationSplitStories,
  }),
];
