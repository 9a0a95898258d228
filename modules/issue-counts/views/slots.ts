// The counts have no screen of their own: they are a section in the settings of code hosting.
import { registerSlot } from "#dashboard/screen.ts";
import { codeHostingSection } from "#modules/code-hosting/views";
import { lazy } from "react";
import { countStories } from "./counts.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(codeHostingSection, {
    ...{ order: 10, component: lazy(() => import("./counts-section.tsx")) },
    states: SHIPPED ? [] : countStories,
  }),
];
