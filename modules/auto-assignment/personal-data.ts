import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    auto_assignment_pools: { ...all(ID, "project_id", "pool"), ...all(CHOICE, "mode") },
    auto_assignment_left_out: all(ID, "project_id", "account_id"),
    auto_assignment_turns: all(ID, "project_id", "pool", "account_id"),
    auto_assignment_waiting: all(ID, "project_id", "conversation_id", "pool", "cause"),
  },
};
