CREATE TABLE contact_notes (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  content TEXT NOT NULL,
  author_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  -- Deleted notes can be put back for a while; then the schedule removes them.
  deleted_at INTEGER
);
CREATE INDEX contact_notes_contact ON contact_notes (project_id, contact_id, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_notes_all ON contact_notes (project_id, contact_id, id);
CREATE UNIQUE INDEX contact_notes_client ON contact_notes (project_id, client_id);
CREATE INDEX contact_notes_deleted ON contact_notes (deleted_at) WHERE deleted_at IS NOT NULL;
