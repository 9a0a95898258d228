// The import screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { deskImportStories } from "./desk-imports.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-desk-import",
    path: "/projects/:projectId/settings/desk-import/:deskImportId?",
    scope: "project",
    load: () => import("./desk-import-page.tsx"),
    settings: { label: m.desk_import_title, group: m.projects_settings_group_project, order: 48, needs: "admin" },
    states: SHIPPED ? [] : deskImportStories,
  }),
];
