-- Written scenarios: what a customer wants, whom a model plays in a conversation with the assistant.
CREATE TABLE scenarios (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- JSON: name, goal, temper, persona, known facts, what counts as success, turns, language, channel.
  content TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER
);
CREATE UNIQUE INDEX scenarios_client ON scenarios (project_id, client_id);
CREATE INDEX scenarios_listed ON scenarios (project_id, id) WHERE archived_at IS NULL;

-- Runs of scenarios. Nobody gets a message.
CREATE TABLE simulation_runs (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  customer_model TEXT NOT NULL,
  model TEXT NOT NULL,
  guidance_version INTEGER NOT NULL,
  guidance TEXT NOT NULL,
  config_hash TEXT NOT NULL,
  budget INTEGER NOT NULL,
  -- The most that one message of the customer, and one answer, may cost.
  most_customer INTEGER NOT NULL,
  most_answer INTEGER NOT NULL,
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
CREATE UNIQUE INDEX simulation_runs_client ON simulation_runs (project_id, client_id);
CREATE UNIQUE INDEX simulation_runs_open ON simulation_runs (project_id) WHERE ended_at IS NULL;
CREATE INDEX simulation_runs_project ON simulation_runs (project_id, id);

-- Scenarios of a run with their conversations, which grow by one message at a time.
CREATE TABLE simulation_items (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  scenario_id TEXT NOT NULL,
  -- JSON: the scenario as it was when the run began.
  scenario TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'asking', 'passed', 'failed', 'needs_review')),
  -- The call that is being made, or whose outcome nobody knows.
  call_id TEXT,
  ending TEXT,
  missing TEXT NOT NULL,
  turns TEXT NOT NULL,
  cost INTEGER NOT NULL,
  took INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, run_id, place)
) WITHOUT ROWID;
CREATE INDEX simulation_items_state ON simulation_items (project_id, run_id, state, place);
