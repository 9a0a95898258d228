import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const machine = notPersonal("what the computer of a member of the team says about itself");
const hash = notPersonal("the hash of a random code or token");

export const personalData: PersonalData = {
  tables: {
    device_grants: { ...all(ID, "id", "project_id", "account_id", "revoked_by", "revocation_id"), ...all(CHOICE, "kinds", "revoked_why") },
    devices: {
      ...all(ID, "id", "project_id", "grant_id", "account_id", "revoked_by", "revocation_id"),
      ...all(machine, "name", "system", "version"),
      ...all(CHOICE, "state", "revoked_why"),
    },
    device_tokens: { token_hash: hash, ...all(ID, "project_id", "device_id") },
    device_pairings: {
      ...all(ID, "id", "opened_by", "project_id", "grant_id", "device_id"),
      ...all(hash, "device_code_hash", "user_code_hash"),
      ...all(machine, "name", "system", "version"),
      ...all(CHOICE, "kinds", "state"),
    },
  },
};
