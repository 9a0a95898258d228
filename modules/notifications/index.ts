// The server face of notifications.
export { notifiedFollowers, type NoticeSubject, noticeSubjects } from "./extension.ts";
export { noMoreNews } from "./no-more-news.ts";
export { writeNoNewsOf } from "./queries.ts";
export { notifyMembers, type Notifying } from "./notify-members.ts";
export { announceSubject, notifyOfSubject } from "./subjects/notify.ts";
