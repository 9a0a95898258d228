// Slots of the notifications page for other modules, and the bell in those of the dashboard.
import { defineSlot, inboxAction, registerSlot, sidebarTop } from "#dashboard/screen.ts";
import { lazy } from "react";
import { bellStates } from "./bell/bell.stories.ts";

/** Below a member's settings: what else decides of what they are notified. */
export const notificationSection = defineSlot<{ readonly projectId: string }>("notificationSection");

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;
const bell = () => import("./bell/bell-button.tsx");
export const slotRegistrations = [
  registerSlot(sidebarTop, {
    order: 10,
    component: lazy(async () => ({ default: (await bell()).SidebarBell })),
    states: SHIPPED ? [] : bellStates,
  }),
  registerSlot(inboxAction, { order: 1, component: lazy(async () => ({ default: (await bell()).InboxBell })) }),
];
