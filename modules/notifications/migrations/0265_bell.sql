-- What the bell of the dashboard lists: one entry for each member, conversation and event, which what happens later renews.
CREATE TABLE bell_entries (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  event TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  since_revision INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  listed INTEGER NOT NULL,
  at INTEGER NOT NULL,
  read_at INTEGER,
  PRIMARY KEY (project_id, account_id, conversation_id, event)
) WITHOUT ROWID;
-- The list and the count, newest first.
CREATE INDEX bell_entries_newest ON bell_entries (project_id, account_id, at);
-- For erasures.
CREATE INDEX bell_entries_contact ON bell_entries (project_id, contact_id);
-- For the end of old ones.
CREATE INDEX bell_entries_age ON bell_entries (at);

-- Up to when a member has marked everything as read.
CREATE TABLE bell_marks (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  read_until INTEGER NOT NULL,
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;

-- One bit for each event, as `events` is for mail. NULL: the defaults of the role.
ALTER TABLE notice_settings ADD COLUMN bell INTEGER;
ALTER TABLE notice_settings ADD COLUMN push INTEGER;
