-- A project's policies of response times. A project without any has no clocks.
CREATE TABLE response_policies (
  project_id TEXT PRIMARY KEY NOT NULL,
  policies TEXT NOT NULL,
  summary TEXT NOT NULL,
  revision INTEGER NOT NULL,
  recount_after TEXT
) WITHOUT ROWID;
-- One row for each time that a target began to count in a conversation.
CREATE TABLE response_clocks (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  target TEXT NOT NULL CHECK (target IN ('first', 'next', 'resolution')),
  started_at INTEGER NOT NULL,
  pauses TEXT NOT NULL DEFAULT '[]',
  paused_at INTEGER,
  assistant_at INTEGER,
  ended_at INTEGER,
  ended_how TEXT CHECK (ended_how IN ('answered', 'closed', 'cancelled')),
  ended_by TEXT,
  policy_id TEXT,
  minutes INTEGER,
  counts TEXT CHECK (counts IN ('business', 'always')),
  assistant_counts INTEGER NOT NULL DEFAULT 0,
  warn_at INTEGER,
  due_at INTEGER,
  warned_at INTEGER,
  missed_at INTEGER,
  outcome TEXT CHECK (outcome IN ('met', 'missed', 'cancelled', 'untracked')),
  worked_seconds INTEGER,
  team_id TEXT,
  live INTEGER NOT NULL DEFAULT 1,
  stale INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL DEFAULT 0,
  check_at INTEGER,
  PRIMARY KEY (project_id, conversation_id, target, started_at)
) WITHOUT ROWID;
-- Those that are open, or whose end was not computed yet: at most a few in a conversation.
CREATE INDEX response_clocks_live ON response_clocks (project_id, conversation_id) WHERE live = 1;
-- What the schedule has to look at, and when.
CREATE INDEX response_clocks_check ON response_clocks (check_at) WHERE check_at IS NOT NULL;
