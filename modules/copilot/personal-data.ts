import { all, CHOICE, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    message_translations: {
      ...all(ID, "project_id", "message_id", "contact_id"),
      ...all(CHOICE, "provider"),
      locale: notPersonal("a language that a member reads"),
      content: clearedBy("copilot.translations"),
      model: notPersonal("the name of a model, typed by an owner"),
    },
  },
};
