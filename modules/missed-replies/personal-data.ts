import { all, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    unseen_mails: all(ID, "delivery_id", "project_id", "conversation_id"),
  },
};
