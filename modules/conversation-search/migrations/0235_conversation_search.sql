-- The search over conversations: which words each message and note has. No text is kept here, only folded words by project, and numbers.
CREATE TABLE conversation_search_indexes (
  number INTEGER PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  indexed_through INTEGER NOT NULL DEFAULT 0,
  languages TEXT NOT NULL DEFAULT '[]',
  due_since INTEGER,
  removed_at INTEGER
);
CREATE UNIQUE INDEX conversation_search_indexes_project ON conversation_search_indexes (project_id);
CREATE INDEX conversation_search_indexes_due ON conversation_search_indexes (due_since) WHERE due_since IS NOT NULL;
CREATE INDEX conversation_search_indexes_removed ON conversation_search_indexes (project_id) WHERE removed_at IS NOT NULL;

-- A project's vocabulary: its words, each once.
CREATE TABLE conversation_search_terms (
  id INTEGER PRIMARY KEY NOT NULL,
  number INTEGER NOT NULL,
  term TEXT NOT NULL
);
CREATE UNIQUE INDEX conversation_search_terms_term ON conversation_search_terms (number, term);

CREATE TABLE conversation_search_entries (
  id INTEGER PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  author_id TEXT,
  terms TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX conversation_search_entries_message ON conversation_search_entries (message_id);
CREATE INDEX conversation_search_entries_time ON conversation_search_entries (project_id, created_at);
CREATE INDEX conversation_search_entries_contact ON conversation_search_entries (project_id, contact_id, id);
CREATE INDEX conversation_search_entries_author ON conversation_search_entries (project_id, author_id, id) WHERE author_id IS NOT NULL;

-- Which entries have a word, in the order of their entries, so that the newest are one range.
CREATE TABLE conversation_search_postings (
  term INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  PRIMARY KEY (term, entry)
) WITHOUT ROWID;

-- How far the walks have come: over new events by time, and once over the projects that were there before this migration.
CREATE TABLE conversation_search_state (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  events_until INTEGER NOT NULL,
  projects_after TEXT
);
INSERT INTO conversation_search_state (id, events_until, projects_after) VALUES (1, 0, '');

-- Every erasure empties a message by this column. So its words go in the same transaction, whichever module erases it.
CREATE TRIGGER conversation_search_erased AFTER UPDATE OF erased_at ON messages WHEN NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL BEGIN
  DELETE FROM conversation_search_postings WHERE (term, entry) IN
    (SELECT t.value, e.id FROM conversation_search_entries e JOIN json_each(e.terms) t WHERE e.message_id = NEW.id);
  DELETE FROM conversation_search_terms WHERE id IN
    (SELECT t.value FROM conversation_search_entries e JOIN json_each(e.terms) t WHERE e.message_id = NEW.id)
    AND NOT EXISTS (SELECT 1 FROM conversation_search_postings p WHERE p.term = conversation_search_terms.id);
  DELETE FROM conversation_search_entries WHERE message_id = NEW.id;
END;

CREATE TABLE saved_searches (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  q TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX saved_searches_client ON saved_searches (project_id, account_id, client_id);
