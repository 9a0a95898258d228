CREATE TABLE files (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  object_key TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  sha256 TEXT,
  inline INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('pending', 'stored', 'attached', 'removing')),
  owner TEXT NOT NULL,
  client_id TEXT NOT NULL,
  contact_id TEXT,
  message_id TEXT,
  counted TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX files_client ON files (project_id, owner, client_id);
CREATE INDEX files_message ON files (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX files_contact ON files (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX files_loose ON files (state, created_at) WHERE state <> 'attached';
