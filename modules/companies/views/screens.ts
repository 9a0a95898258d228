// Screens of companies, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Building2 } from "lucide-react";
import { companiesStories, companyStories } from "./companies.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "company-list",
    path: "/projects/:projectId/companies",
    scope: "project",
    load: () => import("./companies-page.tsx"),
    nav: { label: m.companies_title, icon: Building2, order: 33, key: "b" },
    states: SHIPPED ? [] : companiesStories,
  }),
  defineScreen({
    name: "company",
    path: "/projects/:projectId/companies/:companyId",
    scope: "project",
    load: () => import("./company-page.tsx"),
    states: SHIPPED ? [] : companyStories,
  }),
];
