-- How a conversation that the assistant touched ended.
CREATE TABLE assistant_outcomes (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('open', 'confirmed', 'assumed', 'escalated', 'abandoned', 'reopened', 'negative')),
  -- Of an escalated one: the reason of the first hand-over.
  reason TEXT,
  -- When the assistant first touched it; also the day under which it is counted.
  began_at INTEGER NOT NULL,
  -- When it is looked at again; null once it is final.
  due_at INTEGER,
  -- Goes up with each look that stored something; 0: not looked at yet, and not counted.
  version INTEGER NOT NULL,
  -- Goes up whenever something happened that is to be looked at.
  touched INTEGER NOT NULL,
  locale TEXT NOT NULL,
  -- The document that the first answer cites first; empty if none was cited.
  topic TEXT NOT NULL,
  -- The documents that its answers cite: a JSON list.
  sources TEXT NOT NULL,
  -- The round that its trace is opened with.
  round_id TEXT,
  -- In millionths of a US dollar, of all its rounds.
  cost INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX assistant_outcomes_due ON assistant_outcomes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX assistant_outcomes_time ON assistant_outcomes (project_id, began_at, conversation_id);
CREATE INDEX assistant_outcomes_outcome ON assistant_outcomes (project_id, outcome, began_at, conversation_id);
CREATE INDEX assistant_outcomes_topic ON assistant_outcomes (project_id, topic, began_at, conversation_id);
CREATE INDEX assistant_outcomes_locale ON assistant_outcomes (project_id, locale, began_at, conversation_id);
CREATE INDEX assistant_outcomes_old ON assistant_outcomes (began_at);

-- Which documents its answers cite, for the list of a document.
CREATE TABLE assistant_outcome_sources (
  project_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  PRIMARY KEY (project_id, document_id, began_at, conversation_id)
) WITHOUT ROWID;
CREATE INDEX assistant_outcome_sources_old ON assistant_outcome_sources (began_at);

-- The counts of a day, changed in the batch that changes an outcome. Days are counted since 1970.
CREATE TABLE assistant_outcome_days (
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('all', 'language', 'topic', 'source', 'reason')),
  day INTEGER NOT NULL,
  value TEXT NOT NULL,
  conversations INTEGER NOT NULL,
  open INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,
  assumed INTEGER NOT NULL,
  escalated INTEGER NOT NULL,
  abandoned INTEGER NOT NULL,
  reopened INTEGER NOT NULL,
  negative INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (project_id, kind, day, value)
) WITHOUT ROWID;
CREATE INDEX assistant_outcome_days_top ON assistant_outcome_days (project_id, kind, day, conversations);
CREATE INDEX assistant_outcome_days_old ON assistant_outcome_days (day);

-- What a customer thinks of an answer. Without a row: nothing.
CREATE TABLE assistant_ratings (
  project_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('up', 'down')),
  rated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, message_id)
) WITHOUT ROWID;
CREATE INDEX assistant_ratings_conversation ON assistant_ratings (project_id, conversation_id);

-- Answers that a member found wrong.
CREATE TABLE assistant_flags (
  project_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  round_id TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('wrong', 'incomplete', 'outdated', 'tone', 'hand_over')),
  -- The member's own; may be empty.
  words TEXT NOT NULL,
  flagged_by TEXT NOT NULL,
  flagged_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, message_id)
) WITHOUT ROWID;
CREATE INDEX assistant_flags_conversation ON assistant_flags (project_id, conversation_id);
CREATE INDEX assistant_flags_contact ON assistant_flags (project_id, contact_id, message_id);
