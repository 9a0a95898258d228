import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    inbound_mail_receipts: {
      ...all(ID, "id", "project_id", "message_id"),
      identity_hash: notPersonal("a keyed hash, by which a mail that is delivered again is known"),
      ...all(clearedBy("email.receipts"), "object_key", "envelope_from", "envelope_to", "subject", "error", "reasons"),
      ...all(CHOICE, "door", "state"),
    },
  },
};
