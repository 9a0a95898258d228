// Screens of leads, each loaded when it is opened.
import { contactAction, defineScreen, registerSlot } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Target } from "lucide-react";
import { lazy } from "react";
import { importStories, leadsStories, leadStories } from "./leads.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "leads",
    path: "/projects/:projectId/leads",
    scope: "project",
    load: () => import("./leads-page.tsx"),
    nav: { label: m.leads_title, icon: Target, order: 35, key: "l" },
    states: SHIPPED ? [] : leadsStories,
  }),
  defineScreen({
    name: "lead-import",
    path: "/projects/:projectId/leads/import",
    scope: "project",
    load: () => import("./import/import-page.tsx"),
    states: SHIPPED ? [] : importStories,
  }),
  defineScreen({
    name: "lead",
    path: "/projects/:projectId/leads/:leadId",
    scope: "project",
    load: () => import("./lead-page.tsx"),
    states: SHIPPED ? [] : leadStories,
  }),
];
export const slotRegistrations = [registerSlot(contactAction, { order: 5, component: lazy(() => import("./add-from-contact.tsx")) })];
