-- Whether the assistant answers customers of a project, and which version of its guidance is in force.
CREATE TABLE assistant_settings (
  project_id TEXT PRIMARY KEY NOT NULL,
  enabled INTEGER NOT NULL,
  version INTEGER NOT NULL
) WITHOUT ROWID;

-- Versions of the guidance: never changed, so that each round can name the one it followed.
CREATE TABLE assistant_guidance (
  project_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- JSON, see contract/guidance.ts.
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  PRIMARY KEY (project_id, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX assistant_guidance_client ON assistant_guidance (project_id, client_id);

-- Who answers in a conversation. Conversations that the assistant never touched have no row.
CREATE TABLE assistant_conversations (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  answers TEXT NOT NULL CHECK (answers IN ('assistant', 'team')),
  -- Why it answers or does not, see HANDOVER_REASONS.
  reason TEXT NOT NULL,
  since INTEGER NOT NULL,
  -- Messages that the assistant sent.
  sent INTEGER NOT NULL,
  -- The revision at which a member left it to the assistant, 0 if nobody did: people who wrote earlier don't count, nor do rules about
  -- which conversations it answers.
  given INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;

-- Rounds: attempts to answer a customer.
CREATE TABLE assistant_rounds (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- What asked for it, with the canonical name of who did: a repetition has the same.
  command TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('requested', 'retrieving', 'generating', 'checking', 'sent', 'asked_back', 'handed_over', 'declined', 'skipped', 'failed', 'stopped')),
  reason TEXT,
  -- Somebody asked for it, rather than a message causing it.
  explicit INTEGER NOT NULL,
  -- The last revision that it answers.
  frontier INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  lease TEXT,
  lease_until INTEGER NOT NULL,
  guidance_version INTEGER NOT NULL,
  -- Counters of the day that it reserved, as JSON; given back when nothing is sent.
  counted TEXT NOT NULL,
  locale TEXT,
  provider TEXT,
  model TEXT,
  call_id TEXT,
  message_id TEXT,
  -- In millionths of a US dollar, of all its calls that are settled.
  cost INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX assistant_rounds_command ON assistant_rounds (project_id, command);
-- At most one voice: a conversation has one round that has not ended.
CREATE UNIQUE INDEX assistant_rounds_open ON assistant_rounds (project_id, conversation_id) WHERE ended_at IS NULL;
CREATE INDEX assistant_rounds_conversation ON assistant_rounds (project_id, conversation_id, created_at);
CREATE INDEX assistant_rounds_time ON assistant_rounds (project_id, created_at);
CREATE INDEX assistant_rounds_lease ON assistant_rounds (lease_until) WHERE ended_at IS NULL;

-- What a round asked, found, was told and refused, for its trace; and its summary for the team.
CREATE TABLE assistant_traces (
  round_id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  question TEXT NOT NULL,
  -- JSON, see contract/rounds.ts; empty once erased.
  trace TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX assistant_traces_conversation ON assistant_traces (project_id, conversation_id);

-- The documents that sent answers cite.
CREATE TABLE assistant_cited (
  project_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  PRIMARY KEY (project_id, document_id, round_id)
) WITHOUT ROWID;
