// The images join the settings of the widget's appearance.
import { registerSlot } from "#dashboard/screen.ts";
import { appearanceParts } from "#modules/projects/views";
import { lazy } from "react";
import { slotStories } from "./images.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(appearanceParts, { order: 10, component: lazy(() => import("./images-section.tsx")), states: SHIPPED ? [] : slotStories }),
];
