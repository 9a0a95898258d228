// The screen of social cards, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { cardsStories } from "./cards.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "social-cards",
    path: "/projects/:projectId/help/social-cards",
    scope: "project",
    load: () => import("./cards-page.tsx"),
    tab: { label: m.brand_images_title, order: 35, of: "help" },
    states: SHIPPED ? [] : cardsStories,
  }),
];
