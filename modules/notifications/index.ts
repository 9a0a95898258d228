// The server face of notifications.
export { notifyMembers, type Notifying } from "./notify-members.ts";
