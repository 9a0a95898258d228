// Screens of customer satisfaction, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Smile } from "lucide-react";
import { ratingsStories, settingsStories } from "./satisfaction.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "satisfaction",
    path: "/projects/:projectId/satisfaction",
    scope: "project",
    load: () => import("./ratings-page.tsx"),
    nav: { label: m.satisfaction_title, icon: Smile, order: 47, key: "y" },
    states: SHIPPED ? [] : ratingsStories,
  }),
  defineScreen({
    name: "settings-satisfaction",
    path: "/projects/:projectId/settings/satisfaction",
    scope: "project",
    load: () => import("./settings-page.tsx"),
    settings: { label: m.satisfaction_settings_title, group: m.projects_settings_group_project, order: 33, needs: "admin" },
    states: SHIPPED ? [] : settingsStories,
  }),
];
