ALTER TABLE conversations ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;
-- Closed conversations without the silenced ones, and those alone, each by activity: neither has to be read to list the others.
CREATE INDEX conversations_closed ON conversations (project_id, silenced, last_activity_at, id) WHERE status = 'closed';
