-- Runs of question sets: each question is one round of the assistant with sending switched off.
CREATE TABLE evaluation_runs (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  set_version INTEGER NOT NULL,
  model TEXT NOT NULL,
  guidance_version INTEGER NOT NULL,
  guidance TEXT NOT NULL,
  config_hash TEXT NOT NULL,
  budget INTEGER NOT NULL,
  -- The most that one question may cost.
  most INTEGER NOT NULL,
  -- 1: an owner let this run spend more than half of the project's day.
  raised INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'failed', 'cancelled')),
  reason TEXT,
  detail TEXT,
  wanted INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  review INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE UNIQUE INDEX evaluation_runs_client ON evaluation_runs (project_id, client_id);
CREATE UNIQUE INDEX evaluation_runs_open ON evaluation_runs (project_id) WHERE ended_at IS NULL;
CREATE INDEX evaluation_runs_project ON evaluation_runs (project_id, id);

CREATE TABLE evaluation_items (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  contact_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'asking', 'passed', 'failed', 'needs_review', 'erased')),
  -- The call that is being made, or whose outcome nobody knows.
  call_id TEXT,
  outcome TEXT,
  reason TEXT,
  faults TEXT NOT NULL,
  transcript TEXT,
  cost INTEGER NOT NULL,
  took INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, run_id, place)
) WITHOUT ROWID;
CREATE INDEX evaluation_items_state ON evaluation_items (project_id, run_id, state, place);
CREATE INDEX evaluation_items_contact ON evaluation_items (project_id, contact_id) WHERE contact_id IS NOT NULL;
