// The screen of imported data, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { legacyImportStories } from "./legacy-import.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-imported-data",
    path: "/projects/:projectId/settings/imported-data",
    scope: "project",
    load: () => import("./imported-data-page.tsx"),
    settings: { label: m.legacy_import_title, group: m.projects_settings_group_project, order: 49, needs: "owner" },
    states: SHIPPED ? [] : legacyImportStories,
  }),
];
