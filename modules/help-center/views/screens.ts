// The screens of help centers, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { BookOpen } from "lucide-react";
import { articlesStates, articleStates } from "./articles/articles.stories.ts";
import { insightsStates } from "./insights/insights.stories.ts";
import { importStates } from "./imports/imports.stories.ts";
import { settingsStates } from "./settings/settings.stories.ts";

// The states are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "articles",
    path: "/projects/:projectId/help/articles",
    scope: "project",
    load: () => import("./articles/articles-page.tsx"),
    nav: { label: m.help_title, icon: BookOpen, order: 30, key: "h" },
    tab: { label: m.help_articles, order: 10, of: "help" },
    states: SHIPPED ? [] : articlesStates,
  }),
  defineScreen({
    name: "article",
    path: "/projects/:projectId/help/articles/:articleId",
    scope: "project",
    load: () => import("./articles/article-page.tsx"),
    states: SHIPPED ? [] : articleStates,
  }),
  defineScreen({
    name: "help-insights",
    path: "/projects/:projectId/help/insights",
    scope: "project",
    load: () => import("./insights/insights-page.tsx"),
    tab: { label: m.help_insights, order: 30, of: "help" },
    states: SHIPPED ? [] : insightsStates,
  }),
  defineScreen({
    name: "help-import",
    path: "/projects/:projectId/help/import/:importId?",
    scope: "project",
    load: () => import("./imports/import-page.tsx"),
    states: SHIPPED ? [] : importStates,
  }),
  defineScreen({
    name: "help-settings",
    path: "/projects/:projectId/help/settings",
    scope: "project",
    load: () => import("./settings/settings-page.tsx"),
    tab: { label: m.help_settings, order: 40, of: "help" },
    states: SHIPPED ? [] : settingsStates,
  }),
];
