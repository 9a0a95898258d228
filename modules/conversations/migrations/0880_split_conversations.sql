-- A conversation that was split off and taken back leads to where it came from, and its customer is not shown it.
ALTER TABLE conversations ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
