-- How a member writes in a project. A member without a row has the defaults.
CREATE TABLE writing_settings (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  send_key TEXT NOT NULL CHECK (send_key IN ('mod_enter', 'enter')),
  after_handling TEXT NOT NULL CHECK (after_handling IN ('stay', 'next')),
  signature TEXT NOT NULL,
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;
