// Contact screens, each loaded when it is opened.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Users } from "lucide-react";
import { contactsPath } from "../contract.ts";
import { contactStories, contactsStories } from "./contacts.stories.ts";

// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens = [
  defineScreen({
    name: "contacts",
    path: "/projects/:projectId/contacts",
    scope: "project",
    load: () => import("./contacts-list.tsx"),
    nav: { label: m.contacts_title, icon: Users, order: 20, key: "c", to: contactsPath },
    states: SHIPPED ? [] : contactsStories,
  }),
  defineScreen({
    name: "contact",
    path: "/projects/:projectId/contacts/:contactId",
    scope: "project",
    load: () => import("./contact-page.tsx"),
    states: SHIPPED ? [] : contactStories,
  }),
];
