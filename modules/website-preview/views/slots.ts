// What the preview adds to other screens: pages that a visitor was on, and the settings of the widget's look.
import { registerSlot } from "#dashboard/screen.ts";
import { visitedPage } from "#modules/contacts/views";
import { lookPreview } from "#modules/projects/views";
import { lazy } from "react";
import { slotStories } from "./slots.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(visitedPage, { order: 10, component: lazy(() => import("./page-link.tsx")) }),
  registerSlot(lookPreview, { order: 10, component: lazy(() => import("./look-preview.tsx")), states: SHIPPED ? [] : slotStories }),
];
