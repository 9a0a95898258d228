// What brand images add to other screens: the social card beside an article.
import { registerSlot } from "#dashboard/screen.ts";
import { articleAside } from "#modules/articles/views";
import { lazy } from "react";

export const slotRegistrations = [registerSlot(articleAside, { order: 10, component: lazy(() => import("./article-card.tsx")) })];
