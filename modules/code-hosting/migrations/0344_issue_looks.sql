-- Looks for an issue of unknown outcome that GitHub answered: only they say that it is not there.
ALTER TABLE code_issue_creations ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
