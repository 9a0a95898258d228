// Slot registration: what a message's author had read and searched before.
import { registerSlot, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";

export const slotRegistrations = [registerSlot(messageMark, { order: 10, component: lazy(() => import("./came-from.tsx")) })];
