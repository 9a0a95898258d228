// The screens of articles, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { BookOpen } from "lucide-react";
import { articlesStories, articleStories } from "./articles.stories.ts";

// Stories are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "articles",
    path: "/projects/:projectId/help/articles",
    scope: "project",
    load: () => import("./articles-page.tsx"),
    nav: { label: m.help_title, icon: BookOpen, order: 30, key: "h" },
    tab: { label: m.help_articles, order: 10, of: "help" },
    states: SHIPPED ? [] : articlesStories,
  }),
  defineScreen({
    name: "article",
    path: "/projects/:projectId/help/articles/:articleId",
    scope: "project",
    load: () => import("./article-page.tsx"),
    states: SHIPPED ? [] : articleStories,
  }),
];
