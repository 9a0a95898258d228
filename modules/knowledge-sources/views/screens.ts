// Screens of knowledge sources, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { sourcesStories, sourceStories } from "./sources.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "sources",
    path: "/projects/:projectId/help/sources",
    scope: "project",
    load: () => import("./list/sources-page.tsx"),
    tab: { label: m.knowledge_sources, order: 20, of: "help" },
    states: SHIPPED ? [] : sourcesStories,
  }),
  defineScreen({
    name: "source",
    path: "/projects/:projectId/help/sources/:sourceId",
    scope: "project",
    load: () => import("./source/source-page.tsx"),
    states: SHIPPED ? [] : sourceStories,
  }),
];
