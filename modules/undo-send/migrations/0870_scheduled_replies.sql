-- Replies that wait for a time that their authors chose, and those that were not sent then. One of each member in a conversation.
CREATE TABLE scheduled_replies (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'stale', 'refused')),
  content TEXT NOT NULL,
  file_ids TEXT NOT NULL,
  intent TEXT NOT NULL,
  mail TEXT,
  frontier INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;
