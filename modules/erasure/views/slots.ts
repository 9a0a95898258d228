// Slot registrations of erasure. It has no screen of its own, only a place on the contact's page.
import { contactAction, contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { erasureStories } from "./erasure.stories.ts";

const page = () => import("./on-contact-page.ts");
// The states are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactAction, { order: 30, component: lazy(async () => ({ default: (await page()).EraseAction })) }),
  registerSlot(contactPanel, {
    order: 10,
    component: lazy(async () => ({ default: (await page()).ErasurePanel })),
    states: SHIPPED ? [] : erasureStories,
  }),
];
