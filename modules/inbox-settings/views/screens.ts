// The settings of the inbox, for the project and for a member.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStates, writingStates } from "./inbox-settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-inbox",
    path: "/projects/:projectId/settings/inbox",
    scope: "project",
    load: () => import("./inbox-settings-page.tsx"),
    settings: { label: m.conversations_settings_title, group: m.projects_settings_group_project, order: 33, needs: "admin" },
    states: SHIPPED ? [] : settingsStates,
  }),
  defineScreen({
    name: "settings-writing",
    path: "/projects/:projectId/settings/writing",
    scope: "project",
    load: () => import("./writing-page.tsx"),
    settings: { label: m.conversations_writing_title, group: m.projects_settings_group_project, order: 36.5 },
    states: SHIPPED ? [] : writingStates,
  }),
];
