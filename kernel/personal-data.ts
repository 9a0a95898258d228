// The personal-data inventory of the kernel's own tables.
import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "./module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    installation: {
      key: notPersonal("the installation's own random key"),
      name: notPersonal("the name of a company or its desk, shown to everybody"),
      ...all(ID, "first_owner_id"),
    },
    jobs: {
      ...all(ID, "id", "project_id", "contact_id"),
      ...all(CHOICE, "kind", "state"),
      key: notPersonal("the cause of the work, made of ids"),
      ...all(clearedBy("erasure.jobs"), "payload", "error"),
      lease: notPersonal("a random UUID of one run"),
    },
    // IP and email addresses are counted as keyed hashes.
    abuse_counters: { key: clearedBy("contacts.identity") },
  },
};
