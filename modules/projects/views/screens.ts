// Project screens, each loaded when it is opened.
import { defineScreen, type Screen } from "#dashboard/screen.ts";
import { m } from "#messages";
import * as states from "./projects.stories.ts";

const widget = (): string => m.projects_settings_group_widget();
const project = (): string => m.projects_settings_group_project();

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens: readonly Screen[] = [
  defineScreen({
    name: "projects",
    path: "/projects",
    scope: "account",
    load: () => import("./list/projects-page.tsx"),
    states: SHIPPED ? [] : states.projectsStories,
  }),
  defineScreen({
    name: "settings-website",
    path: "/projects/:projectId/settings/website",
    scope: "project",
    load: () => import("./website/website-page.tsx"),
    settings: { label: m.projects_website_title, group: widget, order: 10, needs: "admin" },
    states: SHIPPED ? [] : states.websiteStories,
  }),
  defineScreen({
    name: "settings-look",
    path: "/projects/:projectId/settings/look",
    scope: "project",
    load: () => import("./appearance/appearance-page.tsx"),
    settings: { label: m.projects_look_title, group: widget, order: 20, needs: "admin" },
    states: SHIPPED ? [] : states.appearanceStories,
  }),
  defineScreen({
    name: "settings-members",
    path: "/projects/:projectId/settings/members",
    scope: "project",
    load: () => import("./members/members-page.tsx"),
    settings: { label: m.projects_members_title, group: project, order: 30, needs: "admin" },
    states: SHIPPED ? [] : states.membersStories,
  }),
  defineScreen({
    name: "settings-general",
    path: "/projects/:projectId/settings/general",
    scope: "project",
    load: () => import("./general-page.tsx"),
    settings: { label: m.projects_general_title, group: project, order: 40, needs: "admin" },
    states: SHIPPED ? [] : states.generalStories,
  }),
  defineScreen({
    name: "settings-audit",
    path: "/projects/:projectId/settings/audit",
    scope: "project",
    load: () => import("./audit/audit-page.tsx"),
    settings: { label: m.projects_audit_title, group: project, order: 50, needs: "admin" },
    states: SHIPPED ? [] : states.auditStories,
  }),
];
