-- Actions of the assistant: what a project lets it call, what waits for a visitor, and the log of runs.
CREATE TABLE assistant_action_hosts (
  project_id TEXT PRIMARY KEY NOT NULL,
  hosts TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE assistant_actions (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  host TEXT NOT NULL,
  definition TEXT NOT NULL,
  secret_names TEXT NOT NULL,
  secrets TEXT,
  enabled INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX assistant_actions_listed ON assistant_actions (project_id, id);
CREATE UNIQUE INDEX assistant_actions_client ON assistant_actions (project_id, client_id);

CREATE TABLE assistant_action_requests (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  action_revision INTEGER NOT NULL,
  cause TEXT NOT NULL,
  inputs TEXT NOT NULL,
  inputs_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'used', 'declined')),
  run_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX assistant_action_requests_cause ON assistant_action_requests (project_id, cause);
CREATE INDEX assistant_action_requests_conversation ON assistant_action_requests (project_id, conversation_id, id);
CREATE INDEX assistant_action_requests_contact ON assistant_action_requests (project_id, contact_id, id);
CREATE INDEX assistant_action_requests_expired ON assistant_action_requests (expires_at);

CREATE TABLE assistant_action_runs (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  action_id TEXT NOT NULL,
  action_name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('reads', 'changes')),
  conversation_id TEXT,
  contact_id TEXT,
  started_by TEXT NOT NULL CHECK (started_by IN ('assistant', 'visitor', 'console')),
  cause TEXT NOT NULL,
  inputs TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'done', 'failed', 'unknown')),
  outcome TEXT,
  status INTEGER,
  told TEXT,
  took INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE UNIQUE INDEX assistant_action_runs_cause ON assistant_action_runs (project_id, cause);
CREATE INDEX assistant_action_runs_listed ON assistant_action_runs (project_id, id);
CREATE INDEX assistant_action_runs_of_action ON assistant_action_runs (project_id, action_id, id);
CREATE INDEX assistant_action_runs_contact ON assistant_action_runs (project_id, contact_id, started_at) WHERE contact_id IS NOT NULL;
CREATE INDEX assistant_action_runs_conversation ON assistant_action_runs (project_id, conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE INDEX assistant_action_runs_open ON assistant_action_runs (started_at) WHERE state = 'started';
CREATE INDEX assistant_action_runs_old ON assistant_action_runs (started_at);
