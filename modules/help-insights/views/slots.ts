// Joins the conversation: what its author had read and searched before.
import { fill, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";

export const fills = [fill(messageMark, { order: 10, component: lazy(() => import("./came-from.tsx")) })];
