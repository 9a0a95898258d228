-- 1: the customer gave the rating elsewhere, and an import brought it. It was never asked here.
ALTER TABLE satisfaction_requests ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
