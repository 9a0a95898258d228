// The server face of notifications.
export { notifiedFollowers } from "./extension.ts";
export { writeNoNewsOf } from "./queries.ts";
export { notifyMembers, type Notifying } from "./notify-members.ts";
