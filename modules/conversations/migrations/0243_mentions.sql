-- Whom the notes of a conversation mention.
CREATE TABLE conversation_mentions (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;
CREATE INDEX conversation_mentions_account ON conversation_mentions (project_id, account_id);
