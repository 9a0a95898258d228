// The account screens that join the dashboard.
export { MailState, useMailLooking } from "./mail-state.tsx";
export { screens } from "./screens.ts";
