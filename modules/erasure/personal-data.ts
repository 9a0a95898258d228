import { all, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    contact_erasures: {
      ...all(ID, "id", "project_id", "contact_id", "erased_by"),
      removed: notPersonal("counts by kind"),
      step: notPersonal("the name of a step"),
      cursor: notPersonal("ids of the last rows that were cleared; emptied at the end"),
    },
    contact_erasure_objects: { ...all(ID, "erasure_id"), object_key: clearedBy("erasure.objects") },
  },
};
