// Account screens, each loaded when it is opened.
import { defineScreen, type Screen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { profileStories, securityStories } from "./accounts.stories.ts";

const group = (): string => m.accounts_group();
// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const screens: readonly Screen[] = [
  defineScreen({
    name: "profile",
    path: "/account/profile",
    scope: "account",
    load: () => import("./profile-page.tsx"),
    settings: { label: m.accounts_profile_title, group, order: 10 },
    states: SHIPPED ? [] : profileStories,
  }),
  defineScreen({
    name: "security",
    path: "/account/security",
    scope: "account",
    load: () => import("./security-page.tsx"),
    settings: { label: m.accounts_security_title, group, order: 20 },
    states: SHIPPED ? [] : securityStories,
  }),
];
