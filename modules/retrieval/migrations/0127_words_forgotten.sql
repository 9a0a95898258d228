-- Words of removed documents stay in the index's blocks until these are merged: how many documents were removed since the last merging
-- of all blocks began, when that was, and up to which flush it goes (NULL: none goes on).
ALTER TABLE knowledge_index_state ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE knowledge_index_state ADD COLUMN merge_began_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE knowledge_index_state ADD COLUMN merge_until INTEGER;
