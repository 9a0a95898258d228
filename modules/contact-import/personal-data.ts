import { all, CHOICE, clearedBy, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

export const personalData: PersonalData = {
  tables: {
    contact_imports: {
      ...all(ID, "id", "project_id", "created_by", "given_by"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "state", "existing", "encoding", "delimiter", "error"),
      name: notPersonal("the name of a file, as a member gave it"),
      mapping: notPersonal("which columns are which fields of contacts"),
      headings: clearedBy("contact-import.files"),
      ...all(notPersonal("where the rows of a file stand, and how far they are read"), "blocks", "attempt"),
    },
    contact_import_files: { ...all(ID, "project_id", "import_id"), state: CHOICE, object_key: clearedBy("contact-import.files") },
    contact_import_rows: {
      ...all(ID, "project_id", "import_id", "contact_id"),
      ...all(CHOICE, "outcome", "reason", "undone"),
      change: clearedBy("contact-import.rows"),
    },
    contact_import_keys: {
      ...all(ID, "project_id", "import_id"),
      key: notPersonal("a keyed hash, of one import only, that is removed as it ends"),
    },
    contact_external_ids: { ...all(ID, "project_id", "contact_id"), external_id: clearedBy("contact-import.external-ids") },
  },
  objects: { "ci/": clearedBy("contact-import.files") },
};
