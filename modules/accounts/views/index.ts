// The account screens that join the dashboard.
export { MailState, usePollMail } from "./mail-state.tsx";
export { screens } from "./screens.ts";
