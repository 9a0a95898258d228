import { all, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const keyedHash = notPersonal("a keyed hash: useless to whoever reads the table");
const ours = notPersonal("what the project writes about itself");

export const personalData: PersonalData = {
  tables: {
    address_claims: {
      ...all(ID, "project_id", "ask_id", "asked_by"),
      ...all(ours, "address", "domain"),
      code_hash: keyedHash,
    },
    mail_domains: { ...all(ID, "project_id", "approved_by"), domain: ours },
    address_codes: {
      ...all(ID, "project_id", "contact_id", "delivery_id"),
      ...all(clearedBy("email.proofs"), "address", "code_hash"),
      used_by: notPersonal("a random id of the call that used it up"),
    },
    return_tokens: {
      ...all(ID, "project_id", "contact_id", "conversation_id", "used_by"),
      token_hash: clearedBy("email.proofs"),
    },
  },
};
