// The company of a contact, on the contact's page and next to a conversation.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { contactCompany } from "#modules/contacts/views";
import { viewField } from "#modules/inbox/views";
import { lazy } from "react";
import { panelStories } from "./companies.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactPanel, { order: 4, component: lazy(() => import("./company-panel.tsx")), states: SHIPPED ? [] : panelStories }),
  registerSlot(viewField, { order: 20, component: lazy(() => import("./company-field.tsx")) }),
  registerSlot(contactCompany, { order: 10, component: lazy(() => import("./filter-company.tsx")) }),
];
