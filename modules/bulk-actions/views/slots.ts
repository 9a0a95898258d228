// Actions on many conversations have no screen of their own: they register for slots of the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { listControl, listFooter, listSelection, rowLead } from "#modules/inbox/views";
import { lazy } from "react";
import { bulkActionsStories } from "./bulk-actions.stories.ts";
import { selectRangeShortcut, selectShortcut } from "./shortcuts.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(rowLead, { order: 10, component: lazy(async () => ({ default: (await import("./row-checkbox.tsx")).RowCheckbox })) }),
  registerSlot(listSelection, {
    order: 10,
    component: lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar })),
    shortcuts: [selectShortcut, selectRangeShortcut],
    states: SHIPPED ? [] : bulkActionsStories,
  }),
  registerSlot(listControl, { order: 20, component: lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectButton })) }),
  registerSlot(listFooter, { order: 10, component: lazy(async () => ({ default: (await import("./progress.tsx")).BulkProgress })) }),
];
