// The screen of API tokens, loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { apiTokensStories } from "./api-tokens.stories.ts";
import { referenceStories } from "./reference/reference.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "settings-api-tokens",
    path: "/projects/:projectId/settings/api-tokens",
    scope: "project",
    load: () => import("./api-tokens-page.tsx"),
    settings: { label: m.api_tokens_title, group: m.projects_settings_group_project, order: 45, needs: "admin" },
    states: SHIPPED ? [] : apiTokensStories,
  }),
  defineScreen({
    name: "api-reference",
    path: "/projects/:projectId/settings/api-reference",
    scope: "project",
    load: () => import("./reference/reference-page.tsx"),
    settings: { label: m.api_tokens_reference, group: m.projects_settings_group_project, order: 45.2 },
    states: SHIPPED ? [] : referenceStories,
  }),
];
