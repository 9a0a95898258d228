// Screens of email settings, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { installationStates } from "./installation/installation.stories.ts";
import { emailStates } from "./email.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-email",
    path: "/projects/:projectId/settings/email/:page?",
    scope: "project",
    load: () => import("./settings/email-page.tsx"),
    settings: { label: m.email_title, group: m.projects_settings_group_project, order: 35, needs: "admin" },
    states: SHIPPED ? [] : emailStates,
  }),
  defineScreen({
    name: "installation",
    path: "/account/installation",
    scope: "account",
    load: () => import("./installation/installation-page.tsx"),
    settings: { label: m.email_installation, group: m.accounts_group, order: 90, firstOwner: true },
    states: SHIPPED ? [] : installationStates,
  }),
];
