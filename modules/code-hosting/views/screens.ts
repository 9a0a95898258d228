// The settings of code hosting, loaded when they are opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStories } from "./settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-code-hosting",
    path: "/projects/:projectId/settings/code-hosting",
    scope: "project",
    load: () => import("./settings-page.tsx"),
    settings: { label: m.code_hosting_title, group: m.projects_settings_group_project, order: 47, needs: "admin" },
    states: SHIPPED ? [] : settingsStories,
  }),
];
