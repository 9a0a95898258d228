// Screens of evaluation, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { compareStories, proposalsStories, runsStories, runStories } from "./evaluation.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "evaluation",
    path: "/projects/:projectId/assistant/evaluation",
    scope: "project",
    load: () => import("./runs-page.tsx"),
    tab: { label: m.evaluation_tab, order: 40, of: "assistant" },
    states: SHIPPED ? [] : runsStories,
  }),
  defineScreen({
    name: "evaluation-run",
    path: "/projects/:projectId/assistant/evaluation/:runId",
    scope: "project",
    load: () => import("./run-page.tsx"),
    states: SHIPPED ? [] : runStories,
  }),
  defineScreen({
    name: "evaluation-compare",
    path: "/projects/:projectId/assistant/evaluation/:runId/compare/:otherId",
    scope: "project",
    load: () => import("./compare-page.tsx"),
    states: SHIPPED ? [] : compareStories,
  }),
  defineScreen({
    name: "question-proposals",
    path: "/projects/:projectId/assistant/question-sets/:setId/articles",
    scope: "project",
    load: () => import("./proposals-page.tsx"),
    states: SHIPPED ? [] : proposalsStories,
  }),
];
