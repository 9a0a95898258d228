// The inbox in the dashboard: its screens, the slots for other modules, and what it adds to a contact's page.
import { latePart } from "#dashboard/late-part.ts";
import { contactPanel, registerSlot } from "#dashboard/screen.ts";
import { lazy } from "react";
import { MentionsLabel } from "./list/mentions-label.ts";
import { viewLabel } from "./slots.ts";

export {
  activityDetails,
  activityLine,
  assignChoices,
  assistantProof,
  assistantWork,
  conversationControl,
  conversationMark,
  messageChoices,
  conversationPanel,
  listControl,
  listFooter,
  listFilter,
  listNote,
  listSelection,
  messageText,
  proposalAction,
  rowChip,
  rowLead,
  skippedReason,
  threadChoices,
  viewChips,
  type ViewField,
  viewField,
  viewLabel,
} from "./slots.ts";
export { ViewChip } from "./list/view-chip.tsx";
/** The dialog that asks for a time, in plain words or by its fields. */
export const SnoozeDialog = latePart(() => import("./actions/snooze-dialog.tsx"));
/** What a menu of snoozing offers; loaded when it is needed. */
export const loadSnoozeChoices = async () => (await import("./snooze-choices.ts")).snoozeChoices;
export { loadDelivery } from "./actions/delivering.ts";
export { screens } from "./screens.ts";
export const slotRegistrations = [
  registerSlot(viewLabel, {
    order: 5,
    component: MentionsLabel,
  }),
  registerSlot(contactPanel, { order: 20, component: lazy(() => import("./details/contact-conversations.tsx")) }),
];
