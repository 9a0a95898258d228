-- When the next thing in a conversation falls due; whoever declares such things sets it. Null: nothing does.
ALTER TABLE conversation_sort_keys ADD COLUMN due_at INTEGER;
-- The order by what falls due first: below zero those where nothing does, the newest first.
CREATE INDEX conversation_sort_keys_due ON conversation_sort_keys (project_id, status, coalesce(10000000000000 - due_at, by_created - 10000000000000), conversation_id);
CREATE INDEX conversation_sort_keys_assignee_due ON conversation_sort_keys (project_id, assignee_id, coalesce(10000000000000 - due_at, by_created - 10000000000000), conversation_id) WHERE status = 'open';
