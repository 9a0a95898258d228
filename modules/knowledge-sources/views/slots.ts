// Slot registrations: an action below replies of the team that saves them as knowledge.
import { registerSlot, messageMark } from "#dashboard/screen.ts";
import { lazy } from "react";
import { answerStories } from "./answer/answer.stories.ts";

// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(messageMark, {
    order: 20,
    component: lazy(() => import("./answer/save-answer-button.tsx")),
    states: SHIPPED ? [] : answerStories,
  }),
];
