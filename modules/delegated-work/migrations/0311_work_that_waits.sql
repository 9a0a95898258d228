-- Who decided about a report that waits for a person: set with the note that they added, or when they discarded it.
ALTER TABLE delegation_effects ADD COLUMN decided_by TEXT;
-- What waits for a person, in the order in which it was delegated.
CREATE INDEX delegation_effects_review ON delegation_effects (project_id, delegation_id) WHERE state = 'needs_review';
CREATE INDEX delegations_asked ON delegations (project_id, id) WHERE status = 'queued' AND asked_at IS NOT NULL;
