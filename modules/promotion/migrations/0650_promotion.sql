-- Configurations of the assistant (a model and a version of the guidance) that were promoted from a run of an evaluation, and rollbacks of these.
CREATE TABLE promotions (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('promotion', 'rollback')),
  -- rolling: some conversations have it. done: it is in force for all, or was. stopped: it never was.
  state TEXT NOT NULL CHECK (state IN ('rolling', 'done', 'stopped')),
  -- Per cent of new conversations.
  share INTEGER NOT NULL,
  -- The run that tried it, and the run of the configuration before; null for a rollback.
  run_id TEXT,
  compared_run_id TEXT,
  -- Questions that got worse, as they were confirmed.
  worse INTEGER NOT NULL,
  from_model TEXT NOT NULL,
  from_version INTEGER NOT NULL,
  from_hash TEXT NOT NULL,
  to_model TEXT NOT NULL,
  to_version INTEGER NOT NULL,
  to_hash TEXT NOT NULL,
  -- The last request that changed it: its other statements ask for it.
  decision TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX promotions_client ON promotions (project_id, kind, client_id);
CREATE UNIQUE INDEX promotions_rolling ON promotions (project_id) WHERE state = 'rolling';
CREATE INDEX promotions_project ON promotions (project_id, id);

-- Which side of a roll-out a conversation is on, decided with its first round in it.
CREATE TABLE promotion_sides (
  project_id TEXT NOT NULL,
  promotion_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('candidate', 'previous')),
  PRIMARY KEY (project_id, promotion_id, conversation_id)
) WITHOUT ROWID;
