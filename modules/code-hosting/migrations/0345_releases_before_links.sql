-- Issues that were closed before they were seen here: which releases came after their closing has to be read first, and is no news.
ALTER TABLE code_issues ADD COLUMN releases_known INTEGER NOT NULL DEFAULT 1;
ALTER TABLE code_issues ADD COLUMN released_at INTEGER;
