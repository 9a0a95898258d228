-- 1: an owner let this judging spend more than half of the project's day.
ALTER TABLE judgings ADD COLUMN raised INTEGER NOT NULL DEFAULT 0;
