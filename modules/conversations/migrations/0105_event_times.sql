-- The head of a project is its newest event: a row of its own cost every send a statement. Lost announcements are found by time.
DROP TABLE project_heads;
CREATE INDEX conversation_events_time ON conversation_events (created_at, contact_id, visible);
