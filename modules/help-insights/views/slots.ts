// What insights add to an open conversation.
import { registerSlot, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";

export const fills = [registerSlot(messageMark, { order: 10, component: lazy(() => import("./came-from.tsx")) })];
