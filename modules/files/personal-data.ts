import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const OWN = clearedBy("files.own");
export const personalData: PersonalData = {
  tables: {
    // The rows go; that of an upload under way stays without its name until the sweep removed what it still stored.
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
