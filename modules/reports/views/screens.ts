// The screen of the reports, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { ChartColumn } from "lucide-react";
import { reportStories } from "./reports.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "reports",
    path: "/projects/:projectId/reports",
    scope: "project",
    load: () => import("./reports-page.tsx"),
    nav: { label: m.reports_title, icon: ChartColumn, order: 44, key: "t" },
    states: SHIPPED ? [] : reportStories,
  }),
];
