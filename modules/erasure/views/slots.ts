// Slot registrations of erasure. It has no screen of its own, only slots on the contact's page.
import { contactAction, contactDeleteNote, contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { erasureStories } from "./erasure.stories.ts";

const page = () => import("./on-contact-page.ts");
// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(contactAction, { order: 30, component: lazy(async () => ({ default: (await page()).EraseAction })) }),
  registerSlot(contactDeleteNote, { order: 10, component: lazy(async () => ({ default: (await page()).DeleteNote })) }),
  registerSlot(contactPanel, {
    order: 10,
    component: lazy(async () => ({ default: (await page()).ErasurePanel })),
    states: SHIPPED ? [] : erasureStories,
  }),
];
