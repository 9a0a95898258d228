// What teams add to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { actionField, bulkControl } from "#modules/bulk-actions/views";
import { activityLine, assignChoices, conversationMark, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { lazy } from "react";
import { inboxStories } from "./inbox/inbox.stories.ts";

const parts = () => import("./inbox/team-parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 16, component: lazy(async () => ({ default: (await parts()).TeamLine })) }),
  registerSlot(rowChip, { order: 8, component: lazy(async () => ({ default: (await parts()).RowTeam })) }),
  registerSlot(conversationMark, { order: 8, component: lazy(async () => ({ default: (await parts()).ThreadTeam })) }),
  registerSlot(listFilter, { order: 14, component: lazy(async () => ({ default: (await parts()).TeamFilter })) }),
  registerSlot(viewField, { order: 14, component: lazy(async () => ({ default: (await parts()).TeamField })) }),
  registerSlot(actionField, {
    order: 3,
    component: lazy(async () => ({ default: (await import("./inbox/action-field.tsx")).TeamActionField })),
  }),
  registerSlot(bulkControl, { order: 2, component: lazy(async () => ({ default: (await import("./inbox/bulk-team.tsx")).BulkTeam })) }),
  registerSlot(assignChoices, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).TeamChoices })),
    states: SHIPPED ? [] : inboxStories,
  }),
];
