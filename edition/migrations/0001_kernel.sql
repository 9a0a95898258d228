-- What every module stands on: the installation and the work that is stored.
CREATE TABLE installation (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  key TEXT NOT NULL,
  first_owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE jobs (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  lease TEXT,
  lease_until INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  error TEXT
);
CREATE UNIQUE INDEX jobs_key ON jobs (key);
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'queued';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE state = 'done';
CREATE INDEX jobs_project ON jobs (project_id) WHERE state IN ('queued', 'running');
