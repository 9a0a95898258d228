-- Which conversation a member uploaded a file for: until it is attached nothing else ties it to the contact.
ALTER TABLE files ADD COLUMN conversation_id TEXT;
CREATE INDEX files_conversation ON files (project_id, conversation_id) WHERE conversation_id IS NOT NULL AND state <> 'attached';
