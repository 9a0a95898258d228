-- A project's rows are found without the others.
CREATE INDEX delegation_effects_project ON delegation_effects (project_id, delegation_id);
