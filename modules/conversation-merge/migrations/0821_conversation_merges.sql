-- Conversations that are merged into another one now. The row goes when that is undone.
CREATE TABLE conversation_merges (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  into_id TEXT NOT NULL,
  merged_at INTEGER NOT NULL,
  merged_by TEXT NOT NULL,
  depth INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'snoozed', 'closed')),
  snoozed_until INTEGER,
  waiting_since INTEGER,
  into_revision INTEGER NOT NULL,
  into_status TEXT NOT NULL CHECK (into_status IN ('open', 'snoozed', 'closed')),
  into_snoozed_until INTEGER,
  into_waiting_since INTEGER,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX conversation_merges_into ON conversation_merges (project_id, into_id, depth);
