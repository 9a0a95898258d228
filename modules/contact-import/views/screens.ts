// Screens of importing and exporting contacts, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { exportStories, importStories } from "./contact-import.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "contact-import",
    path: "/projects/:projectId/contacts/import/:contactImportId?",
    scope: "project",
    load: () => import("./import-page.tsx"),
    states: SHIPPED ? [] : importStories,
  }),
  defineScreen({
    name: "contact-export",
    path: "/projects/:projectId/contacts/export",
    scope: "project",
    load: () => import("./export-page.tsx"),
    states: SHIPPED ? [] : exportStories,
  }),
];
