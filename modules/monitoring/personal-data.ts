import { all, CHOICE, clearedBy, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const TEAM = notPersonal("what the team wants to be told of; shown to members only");
const LOG = clearedBy("monitoring.log");
export const personalData: PersonalData = {
  tables: {
    monitoring_rules: {
      ...all(ID, "id", "project_id"),
      ...all(TEAM, "name", "looks_for"),
      ...all(CHOICE, "kind", "notify", "channels", "languages"),
      members: notPersonal("ids of accounts of the team"),
      ...all(CLIENT_ID, "client_id"),
    },
    monitoring_sets: all(ID, "project_id"),
    monitoring_progress: { ...all(ID, "project_id", "conversation_id"), claim: notPersonal("the id of a job") },
    monitoring_log: {
      ...all(ID, "id", "project_id", "conversation_id", "contact_id", "rule_id", "verdict_by", "resolved_by"),
      key: notPersonal("made of ids and numbers"),
      ...all(CHOICE, "kind", "state", "rule_kind", "why", "verdict"),
      rule_name: TEAM,
      ...all(LOG, "quote", "reason"),
    },
    monitoring_dry_runs: {
      ...all(ID, "id", "project_id", "created_by"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "state", "why", "provider"),
      model: notPersonal("the name of a model"),
      rules: TEAM,
    },
    monitoring_dry_items: {
      ...all(ID, "run_id", "project_id", "conversation_id"),
      state: CHOICE,
      contact_id: clearedBy("monitoring.dry_runs"),
      found: clearedBy("monitoring.dry_runs"),
    },
  },
};
