import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    notice_settings: { ...all(ID, "project_id", "account_id"), zone: notPersonal("a time zone that a member of the team chose") },
    notices: {
      ...all(ID, "project_id", "account_id"),
      cause: notPersonal("the id of the event or the mail that it tells of"),
      titles: notPersonal("names of automation rules, which owners and admins chose"),
      ...all(clearedBy("email.notices"), "conversation_id", "contact_id"),
    },
    notice_mails: {
      ...all(ID, "delivery_id", "project_id", "account_id"),
      kind: CHOICE,
      conversations: notPersonal("ids of conversations: the words are read when the mail is made"),
    },
    bell_entries: {
      ...all(ID, "project_id", "account_id"),
      event: CHOICE,
      cause: notPersonal("the id of the event, the mail, the match or the run of a rule that it tells of"),
      title: notPersonal("the name of an automation rule, which an owner or admin chose"),
      ...all(clearedBy("notifications.bell"), "conversation_id", "contact_id"),
    },
    subject_notices: {
      ...all(ID, "project_id", "account_id", "delivery_id"),
      event: CHOICE,
      subject_id: notPersonal("the id of what a module found"),
    },
    bell_marks: all(ID, "project_id", "account_id"),
    push_subscriptions: {
      ...all(ID, "id", "project_id", "account_id", "session_id"),
      ...all(notPersonal("the address and keys of a browser of a member of the team"), "endpoint", "p256dh", "auth"),
    },
    notice_progress: all(ID, "events_id", "mails_id"),
  },
};
