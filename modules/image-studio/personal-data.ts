import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const SETTING = notPersonal("a setting of the project");
export const personalData: PersonalData = {
  tables: {
    image_looks: { ...all(ID, "project_id", "updated_by"), ...all(SETTING, "colors", "tone") },
    image_runs: {
      ...all(ID, "id", "project_id", "parent_id", "call_id", "created_by"),
      client_id: CLIENT_ID,
      ...all(CHOICE, "purpose", "state", "reason"),
      prompt: notPersonal("what a member wants to see in a picture for public pages"),
      ...all(SETTING, "colors", "tone"),
      detail: notPersonal("a sentence of ours about the model's provider"),
      ...all(notPersonal("a variable of the installation"), "model", "size", "quality"),
    },
    studio_images: {
      ...all(ID, "id", "project_id", "run_id", "parent_id", "file_id"),
      type: CHOICE,
      alt: notPersonal("what a member says about a picture for public pages"),
    },
  },
};
