import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { formattingStories } from "./formatting.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, {
    order: 5,
    component: lazy(() => import("./format-tools.tsx")),
    states: SHIPPED ? [] : formattingStories,
  }),
];
