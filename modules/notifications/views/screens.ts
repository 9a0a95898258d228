// The notification settings screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { notificationStates } from "./notifications.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-notifications",
    path: "/projects/:projectId/settings/notifications",
    scope: "project",
    load: () => import("./notifications-page.tsx"),
    settings: { label: m.notifications_title, group: m.projects_settings_group_project, order: 37 },
    states: SHIPPED ? [] : notificationStates,
  }),
];
