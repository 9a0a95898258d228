-- Profiles: what is known of a contact from its own conversations. A project that never switched them on has no row in any of these tables.
CREATE TABLE profile_settings (
  project_id TEXT NOT NULL PRIMARY KEY,
  is_on INTEGER NOT NULL,
  switched_at INTEGER NOT NULL,
  from_sequence INTEGER NOT NULL DEFAULT 0,
  deleting_since INTEGER,
  deleted_at INTEGER,
  deleted_profiles INTEGER NOT NULL DEFAULT 0,
  deleted_statements INTEGER NOT NULL DEFAULT 0,
  deleting_profiles INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE profiles (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  read_sequence INTEGER NOT NULL DEFAULT 0,
  run_id TEXT,
  run_until INTEGER,
  ran_at INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'failed', 'skipped')),
  added INTEGER NOT NULL DEFAULT 0,
  merged INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  dropped INTEGER NOT NULL DEFAULT 0,
  client_id TEXT,
  PRIMARY KEY (project_id, contact_id)
) WITHOUT ROWID;

CREATE TABLE profile_statements (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'setup', 'preference', 'open_matter', 'other')),
  content TEXT NOT NULL,
  message_id TEXT,
  conversation_id TEXT,
  quote TEXT,
  said_at INTEGER NOT NULL,
  author_id TEXT,
  pinned INTEGER NOT NULL DEFAULT 0,
  confirmed_by TEXT,
  confirmed_at INTEGER,
  client_id TEXT,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
);
CREATE INDEX profile_statements_contact ON profile_statements (project_id, contact_id, id);
CREATE UNIQUE INDEX profile_statements_client ON profile_statements (project_id, contact_id, client_id) WHERE client_id IS NOT NULL;

-- What a person deleted, as keyed hashes of its words, so that it doesn't come back. No text can be read from it.
CREATE TABLE profile_refusals (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  statement_id TEXT NOT NULL,
  terms TEXT NOT NULL,
  numbers TEXT NOT NULL,
  negated INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, contact_id, statement_id)
) WITHOUT ROWID;
