-- For how long a member's replies can be taken back; 0 for not at all.
ALTER TABLE writing_settings ADD COLUMN undo_seconds INTEGER NOT NULL DEFAULT 10;
