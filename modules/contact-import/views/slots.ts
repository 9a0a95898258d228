// What imports add to the list of contacts.
import { registerSlot } from "#dashboard/screen.ts";
import { contactListAction } from "#modules/contacts/views";
import { lazy } from "react";

export const slotRegistrations = [registerSlot(contactListAction, { order: 10, component: lazy(() => import("./list-actions.tsx")) })];
