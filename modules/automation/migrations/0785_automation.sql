CREATE TABLE automation_rules (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  trigger_name TEXT NOT NULL,
  minutes INTEGER,
  words TEXT NOT NULL,
  conditions TEXT NOT NULL,
  steps TEXT NOT NULL,
  note TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  runs INTEGER NOT NULL DEFAULT 0,
  last_run_at INTEGER,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX automation_rules_client ON automation_rules (project_id, created_by, client_id);
CREATE INDEX automation_rules_on ON automation_rules (project_id) WHERE enabled = 1;

-- How far the stored events of a project have been looked at. A project without rules that are on has no row.
CREATE TABLE automation_progress (
  project_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE automation_runs (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  rule_name TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  trigger_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'held')),
  outcomes TEXT NOT NULL,
  raised TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX automation_runs_cause ON automation_runs (project_id, cause, rule_id);
CREATE INDEX automation_runs_of_rule ON automation_runs (project_id, rule_id, id);
CREATE INDEX automation_runs_of_conversation ON automation_runs (project_id, conversation_id, created_at);
CREATE INDEX automation_runs_created ON automation_runs (created_at);
