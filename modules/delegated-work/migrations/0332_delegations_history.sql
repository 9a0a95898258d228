-- All work of a project, the newest first.
CREATE INDEX delegations_history ON delegations (project_id, id);
