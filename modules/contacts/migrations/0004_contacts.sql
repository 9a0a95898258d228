CREATE TABLE contacts (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  name TEXT,
  email TEXT,
  email_verified INTEGER NOT NULL DEFAULT 0,
  identifier TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'hidden', 'erasing', 'erased')),
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER,
  last_page TEXT
);
CREATE UNIQUE INDEX contacts_identifier ON contacts (project_id, identifier) WHERE identifier IS NOT NULL;
CREATE INDEX contacts_list ON contacts (project_id, state, id);
CREATE INDEX contacts_name ON contacts (project_id, name COLLATE NOCASE);
CREATE INDEX contacts_email ON contacts (project_id, email);

CREATE TABLE visitor_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  client_id TEXT NOT NULL,
  verified INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX visitor_sessions_token ON visitor_sessions (token_hash);
CREATE UNIQUE INDEX visitor_sessions_client ON visitor_sessions (project_id, client_id);
CREATE INDEX visitor_sessions_contact ON visitor_sessions (project_id, contact_id);
CREATE INDEX visitor_sessions_expiry ON visitor_sessions (expires_at);
