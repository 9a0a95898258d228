// The screen of promotion, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { promotionsStories } from "./promotion.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "promotions",
    path: "/projects/:projectId/assistant/promotions",
    scope: "project",
    load: () => import("./promotions-page.tsx"),
    tab: { label: m.promotion_tab, order: 50, of: "assistant" },
    states: SHIPPED ? [] : promotionsStories,
  }),
];
