// The panel next to a contact: in the inbox and on the contact's page.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { panelStories } from "./profiles.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactPanel, { order: 15, component: lazy(() => import("./profile-gate.tsx")), states: SHIPPED ? [] : panelStories }),
];
