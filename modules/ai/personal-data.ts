import { all, CHOICE, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const MODEL = notPersonal("the name of a model, typed by an owner");
const DAY = notPersonal("a day, with sums of the whole project");

export const personalData: PersonalData = {
  tables: {
    ai_models: { ...all(ID, "project_id"), ...all(CHOICE, "purpose", "provider"), model: MODEL },
    ai_model_tests: { ...all(ID, "project_id"), ...all(CHOICE, "provider"), model: MODEL },
    ai_calls: {
      ...all(ID, "id", "project_id"),
      ...all(CHOICE, "purpose", "provider", "state", "price_source", "error"),
      model: MODEL,
      provider_request: notPersonal("a random id of the provider"),
      counted: notPersonal("counters of the project and the installation"),
    },
    ai_usage: { ...all(ID, "project_id"), ...all(CHOICE, "purpose", "provider"), day: DAY, model: MODEL },
  },
};
