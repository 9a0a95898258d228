// The settings page of the business hours.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { hoursStates } from "./hours.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-hours",
    path: "/projects/:projectId/settings/hours",
    scope: "project",
    load: () => import("./hours-page.tsx"),
    settings: { label: m.business_hours_title, group: m.projects_settings_group_project, order: 32, needs: "admin" },
    states: SHIPPED ? [] : hoursStates,
  }),
];
