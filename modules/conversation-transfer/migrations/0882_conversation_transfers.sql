-- Conversations that go on with another contact. The row goes when that is undone. status to waiting_since: of the former contact's before.
CREATE TABLE conversation_transfers (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  from_id TEXT NOT NULL,
  moved_at INTEGER NOT NULL,
  moved_by TEXT NOT NULL,
  from_revision INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'snoozed', 'closed')),
  snoozed_until INTEGER,
  waiting_since INTEGER,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX conversation_transfers_from ON conversation_transfers (project_id, from_id);
