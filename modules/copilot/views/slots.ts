// Copilot has no screen of its own: it registers for the composer and for the texts of a thread.
import { composerTool, registerSlot } from "#dashboard/screen.ts";
import { messageText } from "#modules/inbox/views";
import { lazy } from "react";
import { copilotStories } from "./copilot.stories.ts";
import { copilotShortcut } from "./shortcut.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(composerTool, {
    order: 30,
    component: lazy(() => import("./button/ai-button.tsx")),
    shortcuts: [copilotShortcut],
    states: SHIPPED ? [] : copilotStories,
  }),
  registerSlot(messageText, { order: 10, component: lazy(() => import("./translate/message-translation.tsx")) }),
];
