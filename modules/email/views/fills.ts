// What mail adds to an open conversation. Nothing of it is loaded before one with mail is opened.
import { conversationMail, fill } from "#dashboard/screen.ts";
import { lazy } from "react";
import { threadStates } from "./thread/states.ts";

// The states are for the browser suite; what people download leaves them out.
const SHIPPED = import.meta.env?.PROD;

export const fills = [
  fill(conversationMail, {
    order: 10,
    component: lazy(() => import("./thread/conversation-mail.tsx")),
    states: SHIPPED ? [] : threadStates,
  }),
];
