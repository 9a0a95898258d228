// The insights screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { insightsStories } from "./insights.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "help-insights",
    path: "/projects/:projectId/help/insights",
    scope: "project",
    load: () => import("./insights-page.tsx"),
    tab: { label: m.help_insights, order: 30, of: "help" },
    states: SHIPPED ? [] : insightsStories,
  }),
];
