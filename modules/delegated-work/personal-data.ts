import { all, CHOICE, CLIENT_ID, clearedBy, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    delegations: {
      ...all(ID, "id", "project_id", "conversation_id", "account_id", "grant_id", "device_id", "files", "report_files"),
      ...all(CLIENT_ID, "client_id", "claim_id"),
      ...all(CHOICE, "kind", "status", "delivery_state", "outcome"),
      ...all(clearedBy("delegated-work.delegations"), "task", "progress", "report"),
    },
    delegation_turns: {
      ...all(ID, "delegation_id", "project_id", "device_id", "answered_by", "files"),
      ...all(CLIENT_ID, "claim_id"),
      ...all(CHOICE, "kind", "outcome", "effect", "effect_state"),
      ...all(clearedBy("delegated-work.delegations"), "said", "answer"),
    },
    delegation_effects: { ...all(ID, "delegation_id", "project_id", "decided_by"), ...all(CHOICE, "kind", "state") },
  },
};
