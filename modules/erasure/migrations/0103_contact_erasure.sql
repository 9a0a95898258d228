-- Erasure: messages keep their row without content; a tombstone says that and how much, never who was erased.
ALTER TABLE messages ADD COLUMN erased_at INTEGER;

CREATE TABLE contact_erasures (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  erased_by TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  removed TEXT NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX contact_erasures_contact ON contact_erasures (project_id, contact_id);
CREATE INDEX contact_erasures_unfinished ON contact_erasures (started_at) WHERE finished_at IS NULL;

CREATE TABLE contact_erasure_objects (
  erasure_id TEXT NOT NULL REFERENCES contact_erasures (id),
  object_key TEXT NOT NULL,
  removed_at INTEGER,
  PRIMARY KEY (erasure_id, object_key)
) WITHOUT ROWID;
CREATE INDEX contact_erasure_objects_left ON contact_erasure_objects (erasure_id) WHERE removed_at IS NULL;
