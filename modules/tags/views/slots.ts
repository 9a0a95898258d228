// What tags add to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { searchFilterChoices } from "#modules/conversation-search/views";
import { actionField, bulkControl } from "#modules/bulk-actions/views";
import { activityLine, conversationControl, conversationMark, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { lazy } from "react";
import { inboxStories } from "./inbox/inbox.stories.ts";
import { tagShortcut } from "./shortcut.ts";

const parts = () => import("./inbox/tag-parts.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 12, component: lazy(async () => ({ default: (await parts()).TagLine })) }),
  registerSlot(rowChip, { order: 30, component: lazy(async () => ({ default: (await parts()).RowTags })) }),
  registerSlot(conversationMark, { order: 10, component: lazy(async () => ({ default: (await parts()).ThreadTags })) }),
  registerSlot(listFilter, { order: 12, component: lazy(async () => ({ default: (await parts()).TagFilter })) }),
  registerSlot(searchFilterChoices, { order: 10, component: lazy(async () => ({ default: (await parts()).TagSearch })) }),
  registerSlot(viewField, { order: 12, component: lazy(async () => ({ default: (await parts()).TagField })) }),
  registerSlot(actionField, {
    order: 4,
    component: lazy(async () => ({ default: (await import("./inbox/action-field.tsx")).TagActionFields })),
  }),
  registerSlot(bulkControl, { order: 5, component: lazy(async () => ({ default: (await import("./inbox/bulk-tags.tsx")).BulkTags })) }),
  registerSlot(conversationControl, {
    order: 12,
    component: lazy(async () => ({ default: (await parts()).TagControl })),
    shortcuts: [tagShortcut],
    states: SHIPPED ? [] : inboxStories,
  }),
];
