// The settings page of macros, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStories } from "./settings/settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-macros",
    path: "/projects/:projectId/settings/macros",
    scope: "project",
    load: () => import("./settings/macros-page.tsx"),
    settings: { label: m.macros_title, group: m.projects_settings_group_project, order: 34.2 },
    states: SHIPPED ? [] : settingsStories,
  }),
];
