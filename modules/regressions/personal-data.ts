import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    regression_plans: {
      ...all(ID, "project_id", "set_id", "updated_by"),
      ...all(CHOICE, "schedule", "time_zone"),
      ...all(notPersonal("numbers that tell one state of the project's knowledge from another"), "run_mark", "seen_mark"),
    },
    regressions: {
      ...all(ID, "id", "project_id", "set_id", "run_id", "baseline_run_id"),
      ...all(CHOICE, "cause", "state", "reason"),
      month: notPersonal("the month whose spending is counted"),
      detail: notPersonal("a sentence of ours about what is missing"),
    },
    regression_reviews: {
      ...all(ID, "project_id", "regression_id", "decision", "decided_by"),
      state: CHOICE,
      worse: notPersonal("ids of questions"),
      reason: notPersonal("why a member of the team dismissed what a run found"),
    },
    regression_baselines: {
      ...all(ID, "project_id", "set_id", "run_id"),
      config_hash: notPersonal("a setting of the project"),
    },
  },
};
