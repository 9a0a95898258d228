// The playground's screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { playgroundStories } from "./playground/playground.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "assistant-playground",
    path: "/projects/:projectId/settings/playground",
    scope: "project",
    load: () => import("./playground/playground-page.tsx"),
    settings: { label: m.assistant_playground_title, group: m.projects_settings_group_project, order: 39, needs: "admin" },
    states: SHIPPED ? [] : playgroundStories,
  }),
];
