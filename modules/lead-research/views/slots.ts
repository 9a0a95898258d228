// The panel of research on a lead's page.
import { registerSlot } from "#dashboard/screen.ts";
import { leadPanels } from "#modules/leads/views";
import { lazy } from "react";
import { panelStories } from "./research.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(leadPanels, { order: 10, component: lazy(() => import("./panel/research-panel.tsx")), states: SHIPPED ? [] : panelStories }),
];
