// What mail adds to an open conversation. Nothing of it is loaded before one with mail is opened.
import { contactAction, conversationMail, fill, inboxAction } from "#dashboard/screen.ts";
import { lazy } from "react";
import { threadStates } from "./thread/thread.stories.ts";

const buttons = () => import("./compose/buttons.tsx");
// The states are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const fills = [
  fill(inboxAction, { order: 10, component: lazy(async () => ({ default: (await buttons()).NewMailButton })) }),
  fill(contactAction, { order: 10, component: lazy(async () => ({ default: (await buttons()).WriteMail })) }),
  fill(conversationMail, {
    order: 10,
    component: lazy(() => import("./thread/conversation-mail.tsx")),
    states: SHIPPED ? [] : threadStates,
  }),
];
