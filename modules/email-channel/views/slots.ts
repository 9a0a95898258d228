// Slot registrations: what mail adds to conversations and contacts. Nothing of it is loaded before a conversation with mail is opened.
import { contactAction, conversationMail, registerSlot, inboxAction } from "#dashboard/screen.ts";
import { lazy } from "react";
import { threadStates } from "./thread/thread.stories.ts";

const buttons = () => import("./compose/buttons.tsx");
// The states are for the browser suite; what people download leaves them out.
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
