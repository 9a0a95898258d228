CREATE TABLE code_hosting_connections (
  project_id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  login TEXT NOT NULL,
  expires_at INTEGER,
  refreshing_until INTEGER,
  connected_by TEXT NOT NULL,
  connected_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE code_hosting_attempts (
  state_hash TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  sealed_verifier TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX code_hosting_attempts_project ON code_hosting_attempts (project_id);
CREATE INDEX code_hosting_attempts_ends ON code_hosting_attempts (expires_at);

CREATE TABLE code_hosting_repositories (
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, name)
) WITHOUT ROWID;

CREATE TABLE code_issues (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  remote_id TEXT NOT NULL,
  repository TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('issue', 'pull')),
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
  reason TEXT,
  url TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  etag TEXT,
  fault TEXT,
  checked_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, remote_id)
) WITHOUT ROWID;
CREATE INDEX code_issues_due ON code_issues (due_at);

CREATE TABLE code_issue_links (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  issue_id TEXT NOT NULL,
  linked_by TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, issue_id)
) WITHOUT ROWID;
CREATE INDEX code_issue_links_issue ON code_issue_links (project_id, issue_id);
