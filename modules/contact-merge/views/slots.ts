// The action that merges, and the panel with offers and progress.
import { contactAction, contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { mergeStories } from "./merge.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactAction, { order: 20, component: lazy(() => import("./merge-action.tsx")) }),
  registerSlot(contactPanel, { order: 2, component: lazy(() => import("./merge-panel.tsx")), states: SHIPPED ? [] : mergeStories }),
];
