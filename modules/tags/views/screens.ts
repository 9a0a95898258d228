// The screen of tags, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { tagStories } from "./settings/tags.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-tags",
    path: "/projects/:projectId/settings/tags",
    scope: "project",
    load: () => import("./settings/tags-page.tsx"),
    settings: { label: m.tags_title, group: m.projects_settings_group_project, order: 33.2, needs: "admin" },
    states: SHIPPED ? [] : tagStories,
  }),
];
