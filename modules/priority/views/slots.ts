// Priority has no screen of its own: it registers for slots of the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { actionField, bulkControl } from "#modules/bulk-actions/views";
import { activityLine, conversationControl, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { lazy } from "react";
import { priorityStories } from "./priority.stories.ts";
import { priorityShortcut } from "./shortcut.ts";

const parts = () => import("./priority.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityLine })) }),
  registerSlot(rowChip, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityChip })) }),
  registerSlot(listFilter, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityFilter })) }),
  registerSlot(viewField, { order: 10, component: lazy(async () => ({ default: (await parts()).PriorityField })) }),
  registerSlot(actionField, {
    order: 5,
    component: lazy(async () => ({ default: (await import("./action-field.tsx")).PriorityActionField })),
  }),
  registerSlot(bulkControl, { order: 10, component: lazy(async () => ({ default: (await import("./bulk-priority.tsx")).BulkPriority })) }),
  registerSlot(conversationControl, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).PriorityControl })),
    shortcuts: [priorityShortcut],
    states: SHIPPED ? [] : priorityStories,
  }),
];
