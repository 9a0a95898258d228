// Screens of models, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { installationStates, modelStates, usageStates } from "./ai.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-ai",
    path: "/projects/:projectId/settings/ai",
    scope: "project",
    load: () => import("./models/models-page.tsx"),
    settings: { label: m.ai_models_title, group: m.projects_settings_group_project, order: 38, needs: "owner" },
    states: SHIPPED ? [] : modelStates,
  }),
  defineScreen({
    name: "settings-ai-usage",
    path: "/projects/:projectId/settings/ai-usage",
    scope: "project",
    load: () => import("./usage/usage-page.tsx"),
    settings: { label: m.ai_usage_title, group: m.projects_settings_group_project, order: 39 },
    states: SHIPPED ? [] : usageStates,
  }),
  defineScreen({
    name: "installation-ai-usage",
    path: "/account/ai-usage",
    scope: "account",
    load: () => import("./installation/installation-usage-page.tsx"),
    settings: { label: m.ai_installation_title, group: m.accounts_group, order: 91, firstOwner: true },
    states: SHIPPED ? [] : installationStates,
  }),
];
