-- What a revocation blocks is found without the reports that are done.
CREATE INDEX delegation_effects_waiting ON delegation_effects (project_id, delegation_id) WHERE state = 'pending';
