-- 1: its members were notified. So that a run that is repeated notifies nobody twice.
ALTER TABLE automation_runs ADD COLUMN notified INTEGER NOT NULL DEFAULT 0;
