// The settings screen of response-time targets.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { policiesStates } from "./policies/policies.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-targets",
    path: "/projects/:projectId/settings/targets",
    scope: "project",
    load: () => import("./policies/policies-page.tsx"),
    settings: { label: m.response_targets_title, group: m.projects_settings_group_project, order: 32.5, needs: "admin" },
    states: SHIPPED ? [] : policiesStates,
  }),
];
