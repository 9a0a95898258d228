-- Conversations that changed without an event of their own, such as by the merge of a tag: the next walk compares them.
CREATE TABLE saved_view_changed (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
