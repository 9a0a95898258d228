-- Who of the team wrote the preview; null where a customer did, or where it was stored before.
ALTER TABLE conversations ADD COLUMN preview_author_id TEXT;
