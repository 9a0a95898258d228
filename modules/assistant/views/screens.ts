// Screens of the assistant, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { playgroundStories } from "./playground/playground.stories.ts";
import { settingsStories } from "./settings/settings.stories.ts";
import { traceStories } from "./trace/trace.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-assistant",
    path: "/projects/:projectId/settings/assistant",
    scope: "project",
    load: () => import("./settings/settings-page.tsx"),
    settings: { label: m.assistant_settings_title, group: m.projects_settings_group_project, order: 37, needs: "admin" },
    states: SHIPPED ? [] : settingsStories,
  }),
  defineScreen({
    name: "assistant-playground",
    path: "/projects/:projectId/settings/playground",
    scope: "project",
    load: () => import("./playground/playground-page.tsx"),
    settings: { label: m.assistant_playground_title, group: m.projects_settings_group_project, order: 37, needs: "admin" },
    states: SHIPPED ? [] : playgroundStories,
  }),
  defineScreen({
    name: "assistant-round",
    path: "/projects/:projectId/assistant/rounds/:roundId",
    scope: "project",
    load: () => import("./trace/trace-page.tsx"),
    states: SHIPPED ? [] : traceStories,
  }),
];
