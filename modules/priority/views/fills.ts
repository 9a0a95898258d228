// Priority has no screen: it fills places in the inbox.
import { fill } from "#dashboard/screen.ts";
import { activityLine, conversationControl, listFilter, rowChip } from "#modules/inbox/views";
import { lazy } from "react";
import { priorityStories } from "./priority.stories.ts";

const parts = () => import("./priority.tsx");
// Stories are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const fills = [
  fill(activityLine, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityLine })) }),
  fill(rowChip, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityChip })) }),
  fill(listFilter, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityFilter })) }),
  fill(conversationControl, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).PriorityControl })),
    states: SHIPPED ? [] : priorityStories,
  }),
];
