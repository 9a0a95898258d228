-- Who gets conversations by itself. A pool is a team's id, or empty for conversations without a team. Without a row it is off.
CREATE TABLE auto_assignment_pools (
  project_id TEXT NOT NULL,
  pool TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('off', 'turn', 'balanced')),
  cap INTEGER,
  within_hours INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (project_id, pool)
) WITHOUT ROWID;

-- Members that the pool of conversations without a team leaves out.
CREATE TABLE auto_assignment_left_out (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (project_id, account_id)
) WITHOUT ROWID;

CREATE TABLE auto_assignment_turns (
  project_id TEXT NOT NULL,
  pool TEXT NOT NULL,
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (project_id, pool, account_id)
) WITHOUT ROWID;

CREATE TABLE auto_assignment_waiting (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  pool TEXT NOT NULL,
  since INTEGER NOT NULL,
  cause TEXT NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX auto_assignment_waiting_pool ON auto_assignment_waiting (project_id, pool, since, conversation_id);
