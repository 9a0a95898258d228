// Slot registrations: an action below an answer of the team that saves it as knowledge.
import { registerSlot, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";
import { answerStories } from "./answer/answer.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(messageMark, { order: 20, component: lazy(() => import("./answer/use-button.tsx")), states: SHIPPED ? [] : answerStories }),
];
