// The account screens that join the dashboard.
export { InstallationName } from "./installation-name.tsx";
export { MailState, usePollMail } from "./mail-state.tsx";
export { screens } from "./screens.ts";
