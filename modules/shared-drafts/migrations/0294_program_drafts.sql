-- Replies that programs with an API token draft for the team: one of each token in a conversation.
CREATE TABLE program_drafts (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  content TEXT NOT NULL,
  revision INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  discarded_at INTEGER,
  PRIMARY KEY (project_id, conversation_id, token_id)
) WITHOUT ROWID;
-- Whoever answers, the drafts are over.
CREATE TRIGGER program_drafts_end AFTER INSERT ON conversation_events WHEN NEW.kind = 'message' AND NEW.actor_role IN ('operator', 'assistant')
BEGIN
  DELETE FROM program_drafts WHERE project_id = NEW.project_id AND conversation_id = NEW.conversation_id;
END;
