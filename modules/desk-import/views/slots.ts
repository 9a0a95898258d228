// What imports add to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { activityLine } from "#modules/inbox/views";
import { lazy } from "react";

export const slotRegistrations = [registerSlot(activityLine, { order: 80, component: lazy(() => import("./undone-line.tsx")) })];
