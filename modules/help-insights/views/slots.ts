// What insights add to an open conversation.
import { fill, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";

export const fills = [fill(messageMark, { order: 10, component: lazy(() => import("./came-from.tsx")) })];
