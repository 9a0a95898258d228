-- The files that a computer gets with a task, and those that came with its report: JSON lists of ids.
ALTER TABLE delegations ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE delegations ADD COLUMN report_files TEXT NOT NULL DEFAULT '[]';
