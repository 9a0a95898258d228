-- How far the events of a project are counted, and by which time zone.
CREATE TABLE report_states (
  project_id TEXT PRIMARY KEY NOT NULL,
  -- Goes up with every batch that changes anything below: whoever read an older one writes nothing.
  version INTEGER NOT NULL,
  -- The newest event that is counted.
  sequence INTEGER NOT NULL,
  -- Up to when everything is counted.
  counted_at INTEGER NOT NULL,
  zone TEXT NOT NULL,
  -- Tags that count as others, as the rollups were made: a JSON object.
  merged_tags TEXT NOT NULL,
  -- Which rollups are in force.
  generation INTEGER NOT NULL,
  -- While they are made anew: by which zone and merged tags, and up to which conversation that was done.
  building TEXT,
  checked_at INTEGER,
  -- The day that was compared last, and the conversation; the next night goes on from there.
  checked_day INTEGER,
  checked_conversation TEXT NOT NULL DEFAULT '',
  -- Of the last night: days and conversations that were compared, and what differed and was put right.
  compared INTEGER NOT NULL DEFAULT 0,
  differed INTEGER NOT NULL DEFAULT 0,
  -- When something differed last.
  differed_at INTEGER
) WITHOUT ROWID;

-- A conversation as far as its events are counted.
CREATE TABLE report_conversations (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  -- JSON list.
  tags TEXT NOT NULL,
  -- 1 for spam: its facts are kept, and count in no rollup.
  excluded INTEGER NOT NULL,
  -- What the next events depend on: `Thread` in counting/fold.ts.
  thread TEXT NOT NULL,
  counted_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX report_conversations_old ON report_conversations (project_id, counted_at);

-- What happened, as measures.
CREATE TABLE report_facts (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  -- Names the event, clock or rating that it comes from, and the measure.
  id TEXT NOT NULL,
  measure TEXT NOT NULL,
  at INTEGER NOT NULL,
  operator_id TEXT,
  team_id TEXT,
  value INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, id)
) WITHOUT ROWID;
CREATE INDEX report_facts_time ON report_facts (project_id, at);

-- Sums of facts: of each day, by what they are grouped.
CREATE TABLE report_rollups (
  project_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  dimension TEXT NOT NULL CHECK (dimension IN ('all', 'operator', 'team', 'tag', 'channel', 'hour')),
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  measure TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (project_id, generation, dimension, day, key, measure, bucket)
) WITHOUT ROWID;
