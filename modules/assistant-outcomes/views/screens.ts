// Screens of the assistant's report, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { ChartNoAxesColumn } from "lucide-react";
import { listStories, reportStories } from "./report/report.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "assistant-report",
    path: "/projects/:projectId/assistant/report",
    scope: "project",
    load: () => import("./report/report-page.tsx"),
    nav: { label: m.assistant_outcomes_title, icon: ChartNoAxesColumn, order: 45, key: "r" },
    tab: { label: m.assistant_outcomes_tab, order: 10, of: "assistant" },
    states: SHIPPED ? [] : reportStories,
  }),
  defineScreen({
    name: "assistant-report-list",
    path: "/projects/:projectId/assistant/report/conversations",
    scope: "project",
    load: () => import("./report/list-page.tsx"),
    states: SHIPPED ? [] : listStories,
  }),
];
