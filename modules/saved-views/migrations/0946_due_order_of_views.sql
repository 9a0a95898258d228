-- Views can be in the order by what falls due first. When that is changes without an event, so it is copied as it changes.
ALTER TABLE saved_view_rows ADD COLUMN due_at INTEGER;
CREATE INDEX saved_view_rows_due ON saved_view_rows (project_id, index_id, coalesce(10000000000000 - due_at, by_created - 10000000000000), conversation_id);
CREATE TRIGGER saved_view_rows_due_changed AFTER UPDATE OF due_at ON conversation_sort_keys WHEN NEW.due_at IS NOT OLD.due_at BEGIN
  UPDATE saved_view_rows SET due_at = NEW.due_at
    WHERE project_id = NEW.project_id AND conversation_id = NEW.conversation_id AND index_id IN (SELECT i.id FROM saved_view_indexes i WHERE i.project_id = NEW.project_id AND i.dropped_at IS NULL);
END;
