import { all, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    conversation_followers: all(ID, "project_id", "conversation_id", "account_id"),
    follower_settings: all(ID, "project_id", "account_id"),
  },
};
