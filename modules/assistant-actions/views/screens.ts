// Screens of the assistant's actions, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { actionsStories, actionStories, runsStories } from "./actions.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-actions",
    path: "/projects/:projectId/settings/actions",
    scope: "project",
    load: () => import("./list/actions-page.tsx"),
    settings: { label: m.assistant_actions_title, group: m.projects_settings_group_project, order: 39.5, needs: "admin" },
    states: SHIPPED ? [] : actionsStories,
  }),
  defineScreen({
    name: "settings-action",
    path: "/projects/:projectId/settings/actions/:actionId",
    scope: "project",
    load: () => import("./editor/action-page.tsx"),
    states: SHIPPED ? [] : actionStories,
  }),
  defineScreen({
    name: "settings-action-runs",
    path: "/projects/:projectId/settings/action-runs",
    scope: "project",
    load: () => import("./log/runs-page.tsx"),
    states: SHIPPED ? [] : runsStories,
  }),
];
