-- The subject of the mail that a conversation began with; null where it began without one.
ALTER TABLE conversations ADD COLUMN subject TEXT;
