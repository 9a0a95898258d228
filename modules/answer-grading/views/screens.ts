// Screens of grading, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { answersStories, blindStories, disagreementsStories } from "./people.stories.ts";
import { gradingStories, judgingStories } from "./judging.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;
const RUN = "/projects/:projectId/assistant/evaluation/:runId/grading";

export const screens = [
  defineScreen({
    name: "answer-grading",
    path: RUN,
    scope: "project",
    load: () => import("./grading-page.tsx"),
    states: SHIPPED ? [] : gradingStories,
  }),
  defineScreen({
    name: "answer-judging",
    path: `${RUN}/judgings/:judgingId`,
    scope: "project",
    load: () => import("./judging-page.tsx"),
    states: SHIPPED ? [] : judgingStories,
  }),
  defineScreen({
    name: "answer-verdicts",
    path: `${RUN}/answers`,
    scope: "project",
    load: () => import("./answers-page.tsx"),
    states: SHIPPED ? [] : answersStories,
  }),
  defineScreen({
    name: "answer-disagreements",
    path: `${RUN}/disagreements`,
    scope: "project",
    load: () => import("./disagreements-page.tsx"),
    states: SHIPPED ? [] : disagreementsStories,
  }),
  defineScreen({
    name: "blind-grading",
    path: "/projects/:projectId/assistant/evaluation/blind/:gradingId",
    scope: "project",
    load: () => import("./blind-page.tsx"),
    states: SHIPPED ? [] : blindStories,
  }),
];
