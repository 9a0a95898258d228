// The screen of regression runs, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { regressionsStories } from "./regressions.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "regressions",
    path: "/projects/:projectId/assistant/regressions",
    scope: "project",
    load: () => import("./regressions-page.tsx"),
    tab: { label: m.regressions_tab, order: 45, of: "assistant" },
    states: SHIPPED ? [] : regressionsStories,
  }),
];
