// What knowledge adds to a conversation: below an answer of the team, a way to keep it.
import { fill, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";

export const fills = [fill(messageMark, { order: 20, component: lazy(() => import("./answer/use-button.tsx")) })];
