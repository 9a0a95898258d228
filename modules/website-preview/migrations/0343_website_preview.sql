CREATE TABLE preview_grants (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  site TEXT NOT NULL,
  file_origins TEXT NOT NULL,
  paths TEXT NOT NULL,
  opens TEXT NOT NULL CHECK (opens IN ('members', 'admins', 'named')),
  members TEXT NOT NULL,
  scripts INTEGER NOT NULL,
  request_limit INTEGER NOT NULL,
  used INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_opened_at INTEGER,
  last_opened_by TEXT,
  UNIQUE (project_id, client_id)
);
CREATE INDEX preview_grants_expires ON preview_grants (expires_at);
CREATE TABLE preview_sessions (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  code_hash TEXT UNIQUE,
  code_expires_at INTEGER NOT NULL,
  token_hash TEXT UNIQUE,
  expires_at INTEGER NOT NULL
);
CREATE INDEX preview_sessions_expires ON preview_sessions (expires_at);
CREATE INDEX preview_sessions_project ON preview_sessions (project_id, grant_id);
