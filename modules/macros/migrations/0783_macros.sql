CREATE TABLE macros (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  owner_id TEXT,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  content_kind TEXT NOT NULL CHECK (content_kind IN ('reply', 'note')),
  steps TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  uses INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  deleted_at INTEGER,
  UNIQUE (project_id, created_by, client_id)
);
CREATE INDEX macros_of_owner ON macros (project_id, owner_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX macros_deleted ON macros (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE macro_runs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  macro_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  steps TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, account_id, client_id)
);
CREATE INDEX macro_runs_created ON macro_runs (created_at);
