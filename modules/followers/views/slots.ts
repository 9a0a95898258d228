// What following adds to the inbox and to a member's notifications.
import { registerSlot } from "#dashboard/screen.ts";
import { conversationControl, conversationPanel } from "#modules/inbox/views";
import { notificationSection } from "#modules/notifications/views";
import { lazy } from "react";
import { followerStories } from "./followers.stories.ts";
import { followShortcut } from "./shortcut.ts";

const parts = () => import("./followers.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(conversationControl, {
    order: 60,
    component: lazy(async () => ({ default: (await parts()).FollowKeys })),
    shortcuts: [followShortcut],
  }),
  registerSlot(conversationPanel, {
    order: 10,
    component: lazy(async () => ({ default: (await parts()).FollowersPanel })),
    states: SHIPPED ? [] : followerStories,
  }),
  registerSlot(notificationSection, { order: 10, component: lazy(async () => ({ default: (await parts()).FollowSettings })) }),
];
