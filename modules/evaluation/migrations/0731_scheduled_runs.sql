-- Who started a run: a member, the schedule of a plan, or a change of the knowledge.
ALTER TABLE evaluation_runs ADD COLUMN origin TEXT NOT NULL DEFAULT 'member' CHECK (origin IN ('member', 'schedule', 'knowledge'));
