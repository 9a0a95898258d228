// What code hosting adds to conversations: the issues that they are linked with, and the lines in the thread.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { activityLine, conversationPanel } from "#modules/inbox/views";
import { lazy } from "react";
import { insertStories } from "./insert/insert.stories.ts";
import { panelStories } from "./panel.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(conversationPanel, { order: 20, component: lazy(() => import("./issues-panel.tsx")), states: SHIPPED ? [] : panelStories }),
  registerSlot(composerTool, {
    ...{ order: 60, component: lazy(() => import("./insert/insert-command.tsx")) },
    states: SHIPPED ? [] : insertStories,
  }),
  registerSlot(composerTool, { order: 80, component: lazy(() => import("./tell/customer-draft.tsx")) }),
  registerSlot(activityLine, { order: 70, component: lazy(() => import("./issue-line.tsx")) }),
];
