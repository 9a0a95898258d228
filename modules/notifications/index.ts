// The server face of notifications.
export { notifiedFollowers } from "./extension.ts";
export { noMoreNews } from "./no-more-news.ts";
export { writeNoNewsOf } from "./queries.ts";
export { notifyMembers, type Notifying } from "./notify-members.ts";
