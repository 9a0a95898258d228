CREATE TABLE conversation_priorities (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
