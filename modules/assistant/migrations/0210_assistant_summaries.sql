-- What was said earlier in a long conversation, in a model's words: for the assistant's next rounds, never a source of what it says.
CREATE TABLE assistant_summaries (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- The last revision that it contains.
  up_to INTEGER NOT NULL,
  content TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
