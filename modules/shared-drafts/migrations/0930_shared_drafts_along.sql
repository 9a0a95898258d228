-- A draft that goes along to another conversation, as with a merge, stays shared; the next one that its author begins here is theirs alone.
CREATE TRIGGER shared_drafts_along AFTER UPDATE OF conversation_id ON drafts WHEN OLD.kind = 'reply'
BEGIN
  UPDATE OR REPLACE shared_drafts SET conversation_id = NEW.conversation_id WHERE project_id = OLD.project_id AND conversation_id = OLD.conversation_id AND account_id = OLD.account_id;
END;
