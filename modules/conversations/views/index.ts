// What conversations shows in the dashboard, and what they add to the screens of lower modules.
import { contactPanel, fill } from "#dashboard/screen.ts";
import { lazy } from "react";

export { activityLine, conversationControl, listFilter, rowChip } from "./slots.ts";
export { screens } from "./screens.ts";
export const fills = [fill(contactPanel, { order: 20, component: lazy(() => import("./details/contact-conversations.tsx")) })];
