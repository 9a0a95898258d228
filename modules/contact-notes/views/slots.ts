// The panel of notes, on the contact's page and next to a conversation.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { noteStories } from "./notes.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactPanel, { order: 12, component: lazy(() => import("./notes-panel.tsx")), states: SHIPPED ? [] : noteStories }),
];
