import { all, CHOICE, ID, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: { widget_images: { ...all(ID, "project_id", "file_id"), use: CHOICE } },
};
