CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  widget_key TEXT,
  website_origin TEXT,
  identity_secret TEXT,
  look TEXT NOT NULL,
  seen_at INTEGER,
  deleted_at INTEGER,
  deleted_by TEXT
);
CREATE UNIQUE INDEX projects_slug ON projects (slug);
CREATE UNIQUE INDEX projects_widget_key ON projects (widget_key);
CREATE UNIQUE INDEX projects_client ON projects (created_by, client_id);

CREATE TABLE memberships (
  project_id TEXT NOT NULL REFERENCES projects (id),
  account_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'operator')),
  joined_at INTEGER NOT NULL,
  opened_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;
CREATE INDEX memberships_account ON memberships (account_id);

CREATE TABLE invitations (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  token_hash TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'operator')),
  note TEXT NOT NULL,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT
);
CREATE UNIQUE INDEX invitations_token ON invitations (token_hash);
CREATE UNIQUE INDEX invitations_client ON invitations (project_id, client_id);
CREATE INDEX invitations_open ON invitations (project_id, created_at) WHERE used_at IS NULL;

CREATE TABLE audit_log (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX audit_log_project ON audit_log (project_id, created_at, id);
