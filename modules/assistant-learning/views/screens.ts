// Screens of proposals, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { listStories, proposalStories } from "./proposals.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "assistant-proposals",
    path: "/projects/:projectId/assistant/proposals",
    scope: "project",
    load: () => import("./list-page.tsx"),
    tab: { label: m.assistant_learning_tab, order: 20, of: "assistant" },
    states: SHIPPED ? [] : listStories,
  }),
  defineScreen({
    name: "assistant-proposal",
    path: "/projects/:projectId/assistant/proposals/:proposalId",
    scope: "project",
    load: () => import("./proposal-page.tsx"),
    states: SHIPPED ? [] : proposalStories,
  }),
];
