-- Mails that wait are brought out project by project, so that no project's many hold up another's.
DROP INDEX mail_deliveries_due;
CREATE INDEX mail_deliveries_due ON mail_deliveries (project_id, due_at, id) WHERE state = 'held' AND due_at IS NOT NULL;
