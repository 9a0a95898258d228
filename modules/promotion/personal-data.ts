import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    promotions: {
      ...all(ID, "id", "project_id", "run_id", "compared_run_id", "created_by", "decision"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "kind", "state"),
      ...all(notPersonal("a setting of the project"), "from_model", "from_hash", "to_model", "to_hash"),
    },
    promotion_sides: { ...all(ID, "project_id", "promotion_id", "conversation_id"), side: CHOICE },
  },
};
