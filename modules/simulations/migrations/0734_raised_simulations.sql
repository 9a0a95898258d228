-- 1: an owner let this run spend more than half of the project's day.
ALTER TABLE simulation_runs ADD COLUMN raised INTEGER NOT NULL DEFAULT 0;
