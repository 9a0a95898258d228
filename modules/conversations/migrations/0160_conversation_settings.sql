-- How a project works on its conversations. A project without a row has the defaults.
CREATE TABLE conversation_settings (
  project_id TEXT NOT NULL PRIMARY KEY,
  assign_on_reply INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
