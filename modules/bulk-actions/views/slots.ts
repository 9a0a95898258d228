// Actions on many conversations have no screen of their own: they register for slots of the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { listControl, listFooter, listSelection, rowLead } from "#modules/inbox/views";
import { lazy } from "react";
import { actionField } from "./slot.ts";
import { bulkActionsStories } from "./bulk-actions.stories.ts";

const parts = () => import("./parts.ts");
const fields = () => import("./core-fields.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(rowLead, { order: 10, component: lazy(async () => ({ default: (await parts()).RowCheckbox })) }),
  registerSlot(listSelection, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).SelectionBar })),
    states: SHIPPED ? [] : bulkActionsStories,
  }),
  registerSlot(listControl, { order: 20, component: lazy(async () => ({ default: (await parts()).SelectButton })) }),
  registerSlot(actionField, { order: 1, component: lazy(async () => ({ default: (await fields()).StatusActionField })) }),
  registerSlot(actionField, { order: 2, component: lazy(async () => ({ default: (await fields()).AssigneeActionField })) }),
  registerSlot(listFooter, { order: 10, component: lazy(async () => ({ default: (await parts()).BulkProgress })) }),
];
