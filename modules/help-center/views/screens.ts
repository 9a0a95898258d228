// The help center's settings screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { settingsStories } from "./settings/settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "help-settings",
    path: "/projects/:projectId/help/settings",
    scope: "project",
    load: () => import("./settings/settings-page.tsx"),
    tab: { label: m.help_settings, order: 40, of: "help" },
    states: SHIPPED ? [] : settingsStories,
  }),
];
