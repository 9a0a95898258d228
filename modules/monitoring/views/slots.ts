// What monitoring adds to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { activityLine, conversationControl, listFilter, rowChip } from "#modules/inbox/views";
import { lazy } from "react";
import { inboxStories } from "./inbox/inbox.stories.ts";

const parts = () => import("./inbox/inbox-parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 20, component: lazy(async () => ({ default: (await parts()).MatchLine })) }),
  registerSlot(rowChip, { order: 20, component: lazy(async () => ({ default: (await parts()).MatchChip })) }),
  registerSlot(listFilter, { order: 20, component: lazy(async () => ({ default: (await parts()).MatchFilter })) }),
  registerSlot(conversationControl, {
    order: 20,
    component: lazy(async () => ({ default: (await parts()).MatchControl })),
    states: SHIPPED ? [] : inboxStories,
  }),
];
