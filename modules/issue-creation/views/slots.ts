// Creating issues has no screen of its own: it registers for the menu of a conversation and the panel of its issues.
import { registerSlot } from "#dashboard/screen.ts";
import { issuesPanelAction } from "#modules/code-hosting/views";
import { threadChoices } from "#modules/inbox/views";
import { lazy } from "react";
import { createStories } from "./create.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(issuesPanelAction, { order: 10, component: lazy(() => import("./create-button.tsx")) }),
  registerSlot(threadChoices, {
    ...{ order: 20, component: lazy(() => import("./create-choice.tsx")) },
    states: SHIPPED ? [] : createStories,
  }),
];
