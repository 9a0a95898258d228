// The screens of delegated work, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { historyStories } from "./history.stories.ts";
import { waitingStories } from "./waiting.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "waiting-work",
    path: "/projects/:projectId/delegated-work",
    scope: "project",
    load: () => import("./waiting-page.tsx"),
    tab: { label: m.delegated_work_waiting_tab, order: 10, of: "delegated-work" },
    states: SHIPPED ? [] : waitingStories,
  }),
  defineScreen({
    name: "work-history",
    path: "/projects/:projectId/work-history",
    scope: "project",
    load: () => import("./history-page.tsx"),
    tab: { label: m.delegated_work_history_tab, order: 20, of: "delegated-work" },
    states: SHIPPED ? [] : historyStories,
  }),
];
