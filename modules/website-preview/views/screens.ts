// The screens of the website preview, loaded when they are opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { previewStories } from "./preview.stories.ts";
import { settingsStories } from "./settings.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-website-preview",
    path: "/projects/:projectId/settings/website-preview",
    scope: "project",
    load: () => import("./settings-page.tsx"),
    settings: { label: m.website_preview_title, group: m.projects_settings_group_widget, order: 30 },
    states: SHIPPED ? [] : settingsStories,
  }),
  defineScreen({
    name: "preview",
    path: "/projects/:projectId/preview/:previewGrantId",
    scope: "project",
    load: () => import("./preview-page.tsx"),
    states: SHIPPED ? [] : previewStories,
  }),
];
