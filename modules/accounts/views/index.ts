// The signed-in person's own pages.
export { MailState, useMailLooking } from "./mail-state.tsx";
export { screens } from "./screens.ts";
