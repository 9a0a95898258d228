// The screens of webhooks.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { deliveryStates, webhookStates } from "./webhooks.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-webhooks",
    path: "/projects/:projectId/settings/webhooks",
    scope: "project",
    load: () => import("./webhooks-page.tsx"),
    settings: { label: m.webhooks_title, group: m.projects_settings_group_project, order: 45.5, needs: "admin" },
    states: SHIPPED ? [] : webhookStates,
  }),
  defineScreen({
    name: "webhook-deliveries",
    path: "/projects/:projectId/settings/webhooks/:webhookId",
    scope: "project",
    load: () => import("./deliveries-page.tsx"),
    states: SHIPPED ? [] : deliveryStates,
  }),
];
