// The screen of teams, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { teamStories } from "./settings/teams.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-teams",
    path: "/projects/:projectId/settings/teams",
    scope: "project",
    load: () => import("./settings/teams-page.tsx"),
    settings: { label: m.teams_title, group: m.projects_settings_group_project, order: 30.5, needs: "admin" },
    states: SHIPPED ? [] : teamStories,
  }),
];
