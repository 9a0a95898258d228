// The screens of the inbox.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Inbox } from "lucide-react";
import { inboxPath } from "#modules/conversations/contract";
import { heldStates } from "./composer/held.stories.ts";
import { readEarlyList } from "./early-list.ts";
import { InboxPending } from "./inbox-pending.tsx";
import { useUnread } from "./live/use-unread.ts";
import { detailsStates, inboxStates, settingsStates, writingStates } from "./inbox.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;
/** How long the inbox waits for its first page, in milliseconds. Until then its placeholder, of the same shape, stands for both. */
const WAITS_FOR_LIST = 400;
const load = async () => {
  const early = readEarlyList(location.pathname);
  const screen = await import("./inbox.tsx");
  if (early) await Promise.race([screen.prefetchList(early), new Promise((over) => setTimeout(over, WAITS_FOR_LIST))]);
  return screen;
};

export const screens = [
  defineScreen({
    name: "inbox",
    path: "/projects/:projectId/inbox/:view/:conversationId?",
    scope: "project",
    load,
    pending: InboxPending,
    nav: { label: m.conversations_title, icon: Inbox, order: 10, key: "i", to: (projectId) => inboxPath(projectId), useBadge: useUnread },
    states: SHIPPED ? [] : [...inboxStates, ...heldStates],
  }),
  defineScreen({
    name: "inbox-details",
    path: "/projects/:projectId/inbox/:view/:conversationId/details",
    scope: "project",
    load,
    states: SHIPPED ? [] : detailsStates,
  }),
  defineScreen({
    name: "settings-inbox",
    path: "/projects/:projectId/settings/inbox",
    scope: "project",
    load: () => import("./settings/inbox-settings-page.tsx"),
    settings: { label: m.conversations_settings_title, group: m.projects_settings_group_project, order: 33, needs: "admin" },
    states: SHIPPED ? [] : settingsStates,
  }),
  defineScreen({
    name: "settings-writing",
    path: "/projects/:projectId/settings/writing",
    scope: "project",
    load: () => import("./settings/writing-page.tsx"),
    settings: { label: m.conversations_writing_title, group: m.projects_settings_group_project, order: 36.5 },
    states: SHIPPED ? [] : writingStates,
  }),
];
