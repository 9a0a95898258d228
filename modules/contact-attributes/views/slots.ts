// What contact attributes add to the details of a contact, and to the list of contacts.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { contactField } from "#modules/contacts/views";
import { lazy } from "react";
import { panelStories } from "./panel/panel.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactPanel, {
    order: 5,
    component: lazy(() => import("./panel/attributes-panel.tsx")),
    states: SHIPPED ? [] : panelStories,
  }),
  registerSlot(contactField, { order: 10, component: lazy(() => import("./declare-fields.tsx")) }),
];
