CREATE TABLE monitoring_rules (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('frustration', 'churn', 'legal', 'safety', 'topic', 'waiting')),
  looks_for TEXT NOT NULL,
  minutes INTEGER,
  channels TEXT NOT NULL,
  languages TEXT NOT NULL,
  notify TEXT NOT NULL CHECK (notify IN ('nobody', 'chosen', 'everybody')),
  members TEXT NOT NULL,
  hand_over INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  per_hour INTEGER NOT NULL,
  version INTEGER NOT NULL,
  matches INTEGER NOT NULL DEFAULT 0,
  ups INTEGER NOT NULL DEFAULT 0,
  downs INTEGER NOT NULL DEFAULT 0,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (project_id, client_id)
);
-- What every message of a customer asks: has the project a rule that is on?
CREATE INDEX monitoring_rules_on ON monitoring_rules (project_id) WHERE enabled = 1;

CREATE TABLE monitoring_sets (
  project_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE monitoring_progress (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  version INTEGER NOT NULL,
  claim TEXT,
  claimed_until INTEGER NOT NULL,
  judged_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX monitoring_progress_old ON monitoring_progress (judged_at);

CREATE TABLE monitoring_log (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('match', 'skipped')),
  state TEXT NOT NULL CHECK (state IN ('open', 'resolved')),
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  rule_id TEXT,
  rule_name TEXT NOT NULL,
  rule_kind TEXT,
  rule_version INTEGER,
  why TEXT,
  quote TEXT NOT NULL,
  reason TEXT NOT NULL,
  revision INTEGER NOT NULL,
  notified INTEGER NOT NULL,
  handed_over INTEGER NOT NULL,
  verdict TEXT CHECK (verdict IN ('up', 'down')),
  verdict_by TEXT,
  resolved_by TEXT,
  resolved_at INTEGER,
  erased_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (project_id, key)
);
CREATE INDEX monitoring_log_newest ON monitoring_log (project_id, created_at, id);
CREATE INDEX monitoring_log_rule ON monitoring_log (project_id, rule_id, created_at, id);
CREATE INDEX monitoring_log_contact ON monitoring_log (project_id, contact_id, id);
CREATE INDEX monitoring_log_conversation ON monitoring_log (project_id, conversation_id, created_at);
CREATE INDEX monitoring_log_old ON monitoring_log (created_at);
-- One match of a rule in a conversation until it is resolved; also what a row of the inbox looks up.
CREATE UNIQUE INDEX monitoring_log_open ON monitoring_log (project_id, conversation_id, rule_id) WHERE state = 'open';
CREATE INDEX monitoring_log_open_newest ON monitoring_log (project_id, created_at, id) WHERE state = 'open';

CREATE TABLE monitoring_dry_runs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  why TEXT,
  turn INTEGER NOT NULL,
  rules TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  total INTEGER NOT NULL,
  judged INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  at_most INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (project_id, client_id)
);
CREATE INDEX monitoring_dry_runs_newest ON monitoring_dry_runs (project_id, created_at);
CREATE UNIQUE INDEX monitoring_dry_runs_one ON monitoring_dry_runs (project_id) WHERE state IN ('running', 'paused');
CREATE INDEX monitoring_dry_runs_old ON monitoring_dry_runs (created_at);

CREATE TABLE monitoring_dry_items (
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'judged', 'failed')),
  found TEXT NOT NULL,
  PRIMARY KEY (run_id, place)
) WITHOUT ROWID;
CREATE INDEX monitoring_dry_items_contact ON monitoring_dry_items (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX monitoring_dry_items_project ON monitoring_dry_items (project_id);
