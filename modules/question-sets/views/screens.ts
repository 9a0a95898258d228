// Screens of question sets, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { setsStories, setStories } from "./question-sets.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "question-sets",
    path: "/projects/:projectId/assistant/question-sets",
    scope: "project",
    load: () => import("./sets-page.tsx"),
    tab: { label: m.question_sets_tab, order: 30, of: "assistant" },
    states: SHIPPED ? [] : setsStories,
  }),
  defineScreen({
    name: "question-set",
    path: "/projects/:projectId/assistant/question-sets/:setId",
    scope: "project",
    load: () => import("./set-page.tsx"),
    states: SHIPPED ? [] : setStories,
  }),
];
