// The settings page of canned replies, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStories } from "./settings/settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-canned-replies",
    path: "/projects/:projectId/settings/canned-replies",
    scope: "project",
    load: () => import("./settings/canned-page.tsx"),
    settings: { label: m.canned_title, group: m.projects_settings_group_project, order: 34 },
    states: SHIPPED ? [] : settingsStories,
  }),
];
