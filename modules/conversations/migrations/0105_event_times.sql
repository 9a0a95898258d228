-- Lost announcements are found by time. The head of a project is its newest event from here on; project_heads stays as it is,
-- because a migration only adds, so that the version of before keeps its tables.
CREATE INDEX conversation_events_time ON conversation_events (created_at, contact_id, visible);
