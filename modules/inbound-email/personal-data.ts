import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const ours = notPersonal("what the project writes about itself");

export const personalData: PersonalData = {
  tables: {
    inbound_mail_receipts: {
      ...all(ID, "id", "project_id", "message_id", "contact_id"),
      identity_hash: notPersonal("a keyed hash, by which a mail that is delivered again is known"),
      ...all(clearedBy("email.receipts"), "object_key", "envelope_from", "envelope_to", "subject", "error", "reasons"),
      ...all(CHOICE, "door", "state"),
      waits_for: ours,
    },
    mail_uploads: { object_key: notPersonal("a random key; the object goes with the row when nobody takes it") },
  },
  objects: { "m/": clearedBy("email.receipts") },
};
