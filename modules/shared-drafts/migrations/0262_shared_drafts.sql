-- Drafts that their authors let the team read. A row has no text: that is the draft's own.
CREATE TABLE shared_drafts (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  shared_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;
-- Whatever ends a draft ends the sharing: the next one is its author's alone.
CREATE TRIGGER shared_drafts_end AFTER DELETE ON drafts WHEN OLD.kind = 'reply'
BEGIN
  DELETE FROM shared_drafts WHERE project_id = OLD.project_id AND conversation_id = OLD.conversation_id AND account_id = OLD.account_id;
END;
-- A member's own, which the list marks.
CREATE INDEX drafts_account ON drafts (project_id, account_id, conversation_id);
