// The inbox in the dashboard: its screens, the slots for other modules, and what it adds to a contact's page.
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";

export {
  activityDetails,
  activityLine,
  assignChoices,
  assistantProof,
  assistantWork,
  conversationControl,
  conversationMark,
  conversationPanel,
  listFilter,
  messageText,
  proposalAction,
  rowChip,
  skippedReason,
} from "./slots.ts";
export { screens } from "./screens.ts";
export const slotRegistrations = [
  registerSlot(contactPanel, { order: 20, component: lazy(() => import("./details/contact-conversations.tsx")) }),
];
