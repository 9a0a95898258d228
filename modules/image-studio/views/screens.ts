// The screen of the image studio, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { studioStories } from "./studio.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "image-studio",
    path: "/projects/:projectId/help/images",
    scope: "project",
    load: () => import("./studio-page.tsx"),
    tab: { label: m.image_studio_title, order: 36, of: "help" },
    states: SHIPPED ? [] : studioStories,
  }),
];
