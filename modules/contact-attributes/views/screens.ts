// The screen of contact attributes, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { attributeStories } from "./settings/attributes.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-contact-attributes",
    path: "/projects/:projectId/settings/contact-attributes",
    scope: "project",
    load: () => import("./settings/attributes-page.tsx"),
    settings: { label: m.contact_attributes_title, group: m.projects_settings_group_project, order: 33.4, needs: "admin" },
    states: SHIPPED ? [] : attributeStories,
  }),
];
