import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const REPLY = {
  ...all(ID, "project_id", "conversation_id", "account_id"),
  ...all(CLIENT_ID, "client_id"),
  ...all(CHOICE, "state"),
  ...all(clearedBy("undo-send.pending"), "content", "file_ids", "mail"),
  intent: notPersonal("whether it closes or snoozes, and until when"),
};
export const personalData: PersonalData = {
  tables: {
    pending_replies: REPLY,
    scheduled_replies: REPLY,
  },
};
