// What writes mail, in one file for browsers: nobody needs it before the first mail is written.
export { ForwardDialog } from "./forward-dialog.tsx";
export { NewMailDialog } from "./new-mail-dialog.tsx";
export { Recipients } from "./recipients.tsx";
