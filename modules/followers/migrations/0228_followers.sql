CREATE TABLE conversation_followers (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;
-- For the end of a membership.
CREATE INDEX conversation_followers_account ON conversation_followers (project_id, account_id, conversation_id);

CREATE TABLE follower_settings (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  automatic INTEGER NOT NULL,
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;
