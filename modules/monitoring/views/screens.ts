// Screens of monitoring, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Radar } from "lucide-react";
import { logStories } from "./log/log.stories.ts";
import { ruleStories } from "./rules/rules.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "monitoring-log",
    path: "/projects/:projectId/monitoring",
    scope: "project",
    load: () => import("./log/log-page.tsx"),
    nav: { label: m.monitoring_title, icon: Radar, order: 40, key: "m" },
    states: SHIPPED ? [] : logStories,
  }),
  defineScreen({
    name: "settings-monitoring",
    path: "/projects/:projectId/settings/monitoring",
    scope: "project",
    load: () => import("./rules/rules-page.tsx"),
    settings: { label: m.monitoring_rules_title, group: m.projects_settings_group_project, order: 39.5, needs: "admin" },
    states: SHIPPED ? [] : ruleStories,
  }),
];
