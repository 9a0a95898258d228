// Slot registrations of the email channel on threads, composer, inbox and contacts. Their code loads with the first conversation by mail.
import { contactAction, conversationMail, registerSlot, inboxAction } from "#dashboard/screen.ts";
import { lazy } from "react";
import { threadStates } from "./thread/thread.stories.ts";

const buttons = () => import("./compose/buttons.tsx");
// Stories are for the browser suite only and are left out of the shipped bundle.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [
  registerSlot(inboxAction, { order: 10, component: lazy(async () => ({ default: (await buttons()).NewMailButton })) }),
  registerSlot(contactAction, { order: 10, component: lazy(async () => ({ default: (await buttons()).WriteMail })) }),
  registerSlot(conversationMail, {
    order: 10,
    component: lazy(() => import("./thread/conversation-mail.tsx")),
    states: SHIPPED ? [] : threadStates,
  }),
];
