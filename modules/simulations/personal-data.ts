import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const INVENTED = notPersonal("written by a member about an invented customer, or by models from that and the company's knowledge");
export const personalData: PersonalData = {
  tables: {
    scenarios: { ...all(ID, "id", "project_id", "created_by"), client_id: CLIENT_ID, content: INVENTED },
    simulation_runs: {
      ...all(ID, "id", "project_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "state", "reason"),
      ...all(notPersonal("a setting of the project"), "customer_model", "model", "guidance", "config_hash"),
      detail: notPersonal("a sentence of ours about a model's provider"),
    },
    simulation_items: {
      ...all(ID, "project_id", "run_id", "scenario_id", "call_id"),
      ...all(CHOICE, "state", "ending"),
      ...all(INVENTED, "scenario", "missing", "turns"),
    },
  },
};
