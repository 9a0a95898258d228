// Screens of paired computers, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { pairStories, pairedComputersStories } from "./paired-computers.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-paired-computers",
    path: "/projects/:projectId/settings/paired-computers",
    scope: "project",
    load: () => import("./paired-computers-page.tsx"),
    settings: { label: m.paired_computers_title, group: m.projects_settings_group_project, order: 46 },
    states: SHIPPED ? [] : pairedComputersStories,
  }),
  defineScreen({
    name: "pair-computer",
    path: "/account/pair",
    scope: "account",
    load: () => import("./pair-page.tsx"),
    states: SHIPPED ? [] : pairStories,
  }),
];
