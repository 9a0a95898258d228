CREATE TABLE contact_attributes (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  -- The name in values, conditions and signed identities; never changed.
  key TEXT NOT NULL,
  label TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'number', 'date', 'choice', 'link')),
  choices TEXT NOT NULL DEFAULT '[]',
  place INTEGER NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, key),
  UNIQUE (project_id, client_id)
) WITHOUT ROWID;
