-- The audit log by who did it and by area (the part of the action before its dot), newest first.
CREATE INDEX audit_log_actor ON audit_log (project_id, actor, created_at, id);
CREATE INDEX audit_log_area ON audit_log (project_id, substr(action, 1, instr(action, '.') - 1), created_at, id);
CREATE INDEX audit_log_area_actor ON audit_log (project_id, substr(action, 1, instr(action, '.') - 1), actor, created_at, id);
