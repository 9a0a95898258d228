// What merging adds to the inbox: the choice in the menu of a conversation, what marks a merged one, and the lines in both threads.
import { registerSlot } from "#dashboard/screen.ts";
import { activityDetails, activityLine, conversationMark, rowChip, threadChoices } from "#modules/inbox/views";
import { lazy } from "react";
import { conversationMergeStories } from "./merge.stories.ts";

const lines = () => import("./merge-lines.tsx");
const parts = () => import("./parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 60, component: lazy(async () => ({ default: (await lines()).MergeLine })) }),
  registerSlot(activityDetails, { order: 60, component: lazy(async () => ({ default: (await lines()).MergeDetails })) }),
  registerSlot(rowChip, { order: 4, component: lazy(async () => ({ default: (await parts()).MergedChip })) }),
  registerSlot(conversationMark, { order: 1, component: lazy(async () => ({ default: (await parts()).MergedMark })) }),
  registerSlot(threadChoices, {
    ...{ order: 30, component: lazy(async () => ({ default: (await parts()).MergeChoice })) },
    states: SHIPPED ? [] : conversationMergeStories,
  }),
];
