// The import screen, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { importStories } from "./imports.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "help-import",
    path: "/projects/:projectId/help/import/:importId?",
    scope: "project",
    load: () => import("./import-page.tsx"),
    states: SHIPPED ? [] : importStories,
  }),
];
