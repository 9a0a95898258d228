import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WHERE = notPersonal("where a line stands in a file");
export const personalData: PersonalData = {
  tables: {
    desk_exports: {
      ...all(ID, "id", "project_id", "created_by"),
      ...all(CHOICE, "platform", "state"),
      ...all(WHERE, "at", "fault", "lines"),
      client_id: CLIENT_ID,
    },
    desk_export_pieces: {
      ...all(ID, "export_id", "project_id"),
      kind: CHOICE,
      object_key: clearedBy("desk-exports.files"),
    },
    desk_export_lines: {
      ...all(ID, "export_id", "project_id"),
      kind: CHOICE,
      source_id: notPersonal("the number of a person or company at another help desk"),
    },
  },
  objects: { "x/": clearedBy("desk-exports.files") },
};
