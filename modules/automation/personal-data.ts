import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what an owner or admin wrote for many conversations");
const STEPS = notPersonal("ids and choices of what is set");
export const personalData: PersonalData = {
  tables: {
    automation_rules: {
      ...all(ID, "project_id", "id", "created_by"),
      ...all(TEAM, "name", "words", "note"),
      conditions: notPersonal("fields with ids and choices; an attribute's values that an owner or admin typed"),
      ...all(STEPS, "steps"),
      ...all(CHOICE, "trigger_name", "outcomes"),
      ...all(CLIENT_ID, "client_id"),
    },
    automation_replies: { ...all(ID, "project_id", "conversation_id", "rule_id") },
    automation_progress: { ...all(ID, "project_id") },
    automation_runs: {
      ...all(ID, "project_id", "id", "rule_id", "conversation_id"),
      ...all(TEAM, "rule_name", "note"),
      cause: notPersonal("a kind with ids and times"),
      ...all(CHOICE, "trigger_name", "state", "raised"),
      ...all(STEPS, "outcomes", "steps"),
    },
  },
};
