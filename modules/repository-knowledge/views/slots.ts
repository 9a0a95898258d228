// What repositories add to the screens of knowledge sources: a button, and the panel of a source.
import { registerSlot } from "#dashboard/screen.ts";
import { addSource, filledPanel } from "#modules/knowledge-sources/views";
import { lazy } from "react";
import { addStories, panelStories } from "./repository-knowledge.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(addSource, { order: 10, component: lazy(() => import("./add-button.tsx")), states: SHIPPED ? [] : addStories }),
  registerSlot(filledPanel, { order: 10, component: lazy(() => import("./source-panel.tsx")), states: SHIPPED ? [] : panelStories }),
];
