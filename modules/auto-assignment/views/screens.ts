// The settings page of automatic assignment.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { assignmentStates } from "./assignment.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-assignment",
    path: "/projects/:projectId/settings/assignment",
    scope: "project",
    load: () => import("./assignment-page.tsx"),
    settings: { label: m.auto_assignment_title, group: m.projects_settings_group_project, order: 32.2 },
    states: SHIPPED ? [] : assignmentStates,
  }),
];
