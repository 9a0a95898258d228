import { all, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    knowledge_vector_stores: {
      name: notPersonal("a hash of the store's address, and the model's name"),
      error: notPersonal("a sentence about the provider or the store"),
    },
    knowledge_vector_ends: all(ID, "project_id"),
    knowledge_embedding_usage: { ...all(ID, "project_id"), day: notPersonal("a day, with sums of the whole project") },
  },
};
