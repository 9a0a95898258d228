import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const SETTING = notPersonal("a setting of the project");
// The rows are deleted.
const REQUESTS = clearedBy("assistant-actions.requests");
const RUNS = clearedBy("assistant-actions.runs");

export const personalData: PersonalData = {
  tables: {
    assistant_action_hosts: { ...all(ID, "project_id"), hosts: SETTING },
    assistant_actions: {
      ...all(ID, "id", "project_id"),
      ...all(SETTING, "name", "host", "definition", "secret_names"),
      secrets: notPersonal("encrypted credentials of a service"),
      ...all(CLIENT_ID, "client_id"),
    },
    assistant_action_requests: {
      ...all(ID, "id", "project_id", "conversation_id", "action_id", "run_id"),
      ...all(CHOICE, "state"),
      ...all(REQUESTS, "contact_id", "cause", "inputs", "inputs_hash"),
    },
    assistant_action_runs: {
      ...all(ID, "id", "project_id", "action_id", "conversation_id"),
      action_name: SETTING,
      ...all(CHOICE, "kind", "started_by", "state", "outcome"),
      ...all(RUNS, "contact_id", "cause", "inputs", "told"),
    },
  },
};
