// The settings page of profiles, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStories } from "./profiles.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-profiles",
    path: "/projects/:projectId/settings/profiles",
    scope: "project",
    load: () => import("./settings/profiles-page.tsx"),
    settings: { label: m.profiles_title, group: m.projects_settings_group_project, order: 39.8, needs: "admin" },
    states: SHIPPED ? [] : settingsStories,
  }),
];
