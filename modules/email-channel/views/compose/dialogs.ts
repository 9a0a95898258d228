// The dialogs for composing mail, as one lazily loaded chunk.
export { ForwardDialog } from "./forward-dialog.tsx";
export { NewMailDialog } from "./new-mail-dialog.tsx";
export { Recipients } from "./recipients.tsx";
