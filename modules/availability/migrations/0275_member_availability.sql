CREATE TABLE member_availability (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  availability TEXT NOT NULL CHECK (availability IN ('busy', 'away')),
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;
