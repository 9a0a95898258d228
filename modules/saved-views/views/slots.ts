// Saved views have no screen of their own: they register for slots of the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { listControl, listNote, viewChips } from "#modules/inbox/views";
import { lazy } from "react";
import { savedViewsStories } from "./saved-views.stories.ts";
import { filterShortcut } from "./shortcut.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(viewChips, { order: 10, component: lazy(async () => ({ default: (await import("./chips.tsx")).SavedViewChips })) }),
  registerSlot(listNote, { order: 10, component: lazy(async () => ({ default: (await import("./note.tsx")).ViewNote })) }),
  registerSlot(listControl, {
    order: 10,
    component: lazy(async () => ({ default: (await import("./filter-button.tsx")).FilterButton })),
    shortcuts: [filterShortcut],
    states: SHIPPED ? [] : savedViewsStories,
  }),
];
