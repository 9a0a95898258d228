import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const CLEARED = clearedBy("suppression.addresses");
const ours = notPersonal("what the project writes about itself");

export const personalData: PersonalData = {
  tables: {
    suppressions: {
      ...all(ID, "id", "project_id", "created_by"),
      // What keeps suppressing once the address is erased.
      address_hash: notPersonal("a keyed hash: useless to whoever reads the table"),
      mail_hash: CLEARED,
      address: CLEARED,
      reason: CHOICE,
    },
    outreach_identities: {
      ...all(ID, "project_id", "updated_by"),
      ...all(ours, "legal_name", "postal_address", "sender_name", "reply_address"),
    },
  },
};
