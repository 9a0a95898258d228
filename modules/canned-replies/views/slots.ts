// Canned replies in the composer.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { composerStories } from "./composer/composer.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, {
    order: 15,
    component: lazy(() => import("./composer/canned-button.tsx")),
    states: SHIPPED ? [] : composerStories,
  }),
];
