-- Conversations that were split off. The row goes when that is undone.
CREATE TABLE conversation_splits (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  from_id TEXT NOT NULL,
  split_at INTEGER NOT NULL,
  split_by TEXT NOT NULL,
  from_waiting_since INTEGER,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX conversation_splits_from ON conversation_splits (project_id, from_id);
