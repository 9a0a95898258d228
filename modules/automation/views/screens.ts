// The screens of automation rules, loaded when they are opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { logStories, rulesStories } from "./automation.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-automation",
    path: "/projects/:projectId/settings/automation",
    scope: "project",
    load: () => import("./rules-page.tsx"),
    settings: { label: m.automation_title, group: m.projects_settings_group_project, order: 34.4 },
    states: SHIPPED ? [] : rulesStories,
  }),
  defineScreen({
    name: "automation-log",
    path: "/projects/:projectId/settings/automation/log",
    scope: "project",
    load: () => import("./log-page.tsx"),
    states: SHIPPED ? [] : logStories,
  }),
];
