// The settings page of the criteria, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { criteriaStories } from "./research.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-lead-criteria",
    path: "/projects/:projectId/settings/lead-criteria",
    scope: "project",
    load: () => import("./settings/criteria-page.tsx"),
    settings: { label: m.lead_research_criteria_title, group: m.projects_settings_group_project, order: 33.6, needs: "admin" },
    states: SHIPPED ? [] : criteriaStories,
  }),
];
