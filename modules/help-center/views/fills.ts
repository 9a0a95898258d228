// What the help center adds to an open conversation.
import { composerTool, registerSlot, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";
import { insertStates } from "./insert/insert.stories.ts";

// The states are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const fills = [
  registerSlot(messageMark, { order: 10, component: lazy(() => import("./insights/came-from.tsx")) }),
  registerSlot(composerTool, { order: 20, component: lazy(() => import("./insert/button.tsx")), states: SHIPPED ? [] : insertStates }),
];
