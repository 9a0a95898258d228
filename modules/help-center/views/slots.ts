// Slot registration: inserting articles in the composer.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { insertStories } from "./insert/insert.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, { order: 20, component: lazy(() => import("./insert/button.tsx")), states: SHIPPED ? [] : insertStories }),
];
