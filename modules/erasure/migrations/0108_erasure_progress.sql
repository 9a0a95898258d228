-- How far an erasure has come, so that it goes on where it was interrupted: the step and the last key it cleared, as JSON.
ALTER TABLE contact_erasures ADD COLUMN step TEXT NOT NULL DEFAULT '';
ALTER TABLE contact_erasures ADD COLUMN cursor TEXT NOT NULL DEFAULT 'null';
