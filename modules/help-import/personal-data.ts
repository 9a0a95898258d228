import { all, CHOICE, CLIENT_ID, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const WRITTEN = notPersonal("what the company publishes");
export const personalData: PersonalData = {
  tables: {
    help_import_runs: {
      ...all(ID, "id", "project_id", "created_by", "given_by"),
      ...all(CLIENT_ID, "client_id"),
      ...all(CHOICE, "platform", "state", "phase", "error"),
      ...all(WRITTEN, "name", "place", "options", "at", "outline"),
    },
    help_import_items: {
      ...all(ID, "project_id", "article_id", "run_id"),
      ...all(CHOICE, "platform", "locale", "audience"),
      ...all(WRITTEN, "place", "source_id", "hash"),
    },
    help_import_rows: {
      ...all(ID, "project_id", "run_id", "article_id", "attempt"),
      ...all(CHOICE, "locale", "outcome", "reason", "undone"),
      ...all(WRITTEN, "source_id", "title", "url", "notes", "before"),
    },
    help_import_access: all(ID, "project_id", "opened_by"),
  },
};
