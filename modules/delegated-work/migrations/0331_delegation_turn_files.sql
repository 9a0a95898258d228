-- The files of a report that was sent back: JSON list of ids.
ALTER TABLE delegation_turns ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
