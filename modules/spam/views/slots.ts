// What spam adds to the inbox.
import { registerSlot } from "#dashboard/screen.ts";
import { bulkControl } from "#modules/bulk-actions/views";
import { activityLine, conversationControl, conversationMark, rowChip, viewLabel } from "#modules/inbox/views";
import { lazy } from "react";
import { SpamLabel } from "./label.ts";
import { spamShortcut } from "./shortcut.ts";
import { spamStories } from "./spam.stories.ts";

const parts = () => import("./spam.tsx");
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(activityLine, { order: 14, component: lazy(async () => ({ default: (await parts()).SpamLine })) }),
  registerSlot(rowChip, { order: 5, component: lazy(async () => ({ default: (await parts()).SpamChip })) }),
  registerSlot(conversationMark, { order: 5, component: lazy(async () => ({ default: (await parts()).SpamMark })) }),
  registerSlot(viewLabel, { order: 20, component: SpamLabel }),
  registerSlot(bulkControl, { order: 40, component: lazy(async () => ({ default: (await import("./bulk-spam.tsx")).BulkSpam })) }),
  registerSlot(conversationControl, {
    order: 40,
    component: lazy(async () => ({ default: (await parts()).SpamControl })),
    shortcuts: [spamShortcut],
    states: SHIPPED ? [] : spamStories,
  }),
];
