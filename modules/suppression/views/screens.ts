// Screens of suppressed addresses and of the sender's identity, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { identityStories, listStories } from "./suppression.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-outreach-identity",
    path: "/projects/:projectId/settings/outreach-identity",
    scope: "project",
    load: () => import("./identity-page.tsx"),
    settings: { label: m.suppression_identity_title, group: m.projects_settings_group_project, order: 41, needs: "admin" },
    states: SHIPPED ? [] : identityStories,
  }),
  defineScreen({
    name: "settings-suppressions",
    path: "/projects/:projectId/settings/suppressions",
    scope: "project",
    load: () => import("./suppressions-page.tsx"),
    settings: { label: m.suppression_title, group: m.projects_settings_group_project, order: 42 },
    states: SHIPPED ? [] : listStories,
  }),
];
