// Screens of simulations, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { simulationsStories, simulationStories } from "./simulations.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "simulations",
    path: "/projects/:projectId/assistant/simulations",
    scope: "project",
    load: () => import("./simulations-page.tsx"),
    tab: { label: m.simulations_tab, order: 50, of: "assistant" },
    states: SHIPPED ? [] : simulationsStories,
  }),
  defineScreen({
    name: "simulation",
    path: "/projects/:projectId/assistant/simulations/:runId",
    scope: "project",
    load: () => import("./simulation-page.tsx"),
    states: SHIPPED ? [] : simulationStories,
  }),
];
