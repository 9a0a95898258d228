import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const OWN = clearedBy("files.own");
export const personalData: PersonalData = {
  tables: {
    // The rows are deleted; that of a running upload stays, without its name, until the cron task has removed its object.
    files: {
      ...all(ID, "id", "project_id", "contact_id", "message_id", "conversation_id", "owner"),
      ...all(OWN, "object_key", "name", "type", "sha256"),
      ...all(CHOICE, "state"),
      ...all(CLIENT_ID, "client_id"),
      counted: notPersonal("keys of counters, made of ids"),
    },
  },
  objects: { "f/": OWN },
};
