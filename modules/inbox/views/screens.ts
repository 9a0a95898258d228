// The screens of the inbox.
import { defineScreen } from "#dashboard/screen.ts";
import { m } from "#messages";
import { Inbox } from "lucide-react";
import { inboxPath } from "#modules/conversations/contract";
import { heldStates } from "./composer/held.stories.ts";
import { readEarlyList, useUnread } from "#modules/live-inbox/views";
import { InboxPending } from "./inbox-pending.tsx";
import { detailsStates, inboxStates } from "./inbox.stories.ts";

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
];
