// The screen of the search.
import { defineScreen } from "#dashboard/screen.ts";
import { searchStories } from "./search.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "search",
    path: "/projects/:projectId/search",
    scope: "project",
    load: () => import("./search-page.tsx"),
    states: SHIPPED ? [] : searchStories,
  }),
];
