// Screens of outreach, each loaded when it is opened.
import { contactPanel, defineScreen, registerSlot } from "#dashboard/screen.ts";
import { m } from "#messages";
import { leadPanels } from "#modules/leads/views";
import { Send } from "lucide-react";
import { lazy } from "react";
import { contactPanelStories, leadPanelStories, resultsStories, reviewsStories, settingsStories } from "./outreach.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "outreach-reviews",
    path: "/projects/:projectId/outreach/reviews",
    scope: "project",
    load: () => import("./reviews-page.tsx"),
    nav: { label: m.outreach_title, icon: Send, order: 36, key: "o" },
    tab: { label: m.outreach_reviews_tab, order: 10, of: "outreach" },
    states: SHIPPED ? [] : reviewsStories,
  }),
  defineScreen({
    name: "outreach-results",
    path: "/projects/:projectId/outreach/results",
    scope: "project",
    load: () => import("./results-page.tsx"),
    tab: { label: m.outreach_results_tab, order: 20, of: "outreach" },
    states: SHIPPED ? [] : resultsStories,
  }),
  defineScreen({
    name: "settings-outreach",
    path: "/projects/:projectId/settings/outreach",
    scope: "project",
    load: () => import("./settings-page.tsx"),
    settings: { label: m.outreach_settings_title, group: m.projects_settings_group_project, order: 40.5 },
    states: SHIPPED ? [] : settingsStories,
  }),
];
export const slotRegistrations = [
  registerSlot(leadPanels, { order: 20, component: lazy(() => import("./lead-panel.tsx")), states: SHIPPED ? [] : leadPanelStories }),
  registerSlot(contactPanel, {
    order: 6,
    component: lazy(() => import("./contact-panel.tsx")),
    states: SHIPPED ? [] : contactPanelStories,
  }),
];
