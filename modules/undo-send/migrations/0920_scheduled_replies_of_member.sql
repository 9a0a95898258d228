-- A member's own scheduled replies, those first that are due first.
CREATE INDEX scheduled_replies_of_member ON scheduled_replies (project_id, account_id, due_at) WHERE state = 'waiting';
