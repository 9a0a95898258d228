// Macros in the composer.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { composerStories } from "./composer/composer.stories.ts";
import { macroShortcut } from "./shortcut.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, {
    order: 16,
    component: lazy(() => import("./composer/macro-button.tsx")),
    shortcuts: [macroShortcut],
    states: SHIPPED ? [] : composerStories,
  }),
];
