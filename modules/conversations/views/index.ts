// What conversations shows in the dashboard, and what they add to the screens of lower modules.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";

export { screens } from "./screens.ts";
export const fills = [registerSlot(contactPanel, { order: 20, component: lazy(() => import("./details/contact-conversations.tsx")) })];
