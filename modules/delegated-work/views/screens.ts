// The screen of work that waits for a person, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { waitingStories } from "./waiting.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "waiting-work",
    path: "/projects/:projectId/delegated-work",
    scope: "project",
    load: () => import("./waiting-page.tsx"),
    states: SHIPPED ? [] : waitingStories,
  }),
];
