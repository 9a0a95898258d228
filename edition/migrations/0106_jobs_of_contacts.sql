-- Whom a piece of work is about, so that an erasure can end it and empty what it holds.
ALTER TABLE jobs ADD COLUMN contact_id TEXT;
CREATE INDEX jobs_contact ON jobs (project_id, contact_id) WHERE contact_id IS NOT NULL;
