-- A file that is to be sent at a later time is not removed as one that nothing names.
ALTER TABLE files ADD COLUMN kept_until INTEGER;
