-- Search by meaning: which documents have vectors in the store, and which wait for them. One row a document; it stays after the
-- document until the store has confirmed that its vectors are gone.
CREATE TABLE knowledge_vectors (
  document_id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  -- Counts the changes: work on an older state does not count as done.
  revision INTEGER NOT NULL,
  -- Where its vectors are or may be: store, collection and generation of it; '' = nowhere.
  place TEXT NOT NULL,
  -- The document's hash when they were made; '' = they never were, or not wholly.
  hash TEXT NOT NULL,
  -- When there is something to do; null: nothing.
  due_at INTEGER,
  attempts INTEGER NOT NULL,
  error TEXT
);
CREATE INDEX knowledge_vectors_due ON knowledge_vectors (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX knowledge_vectors_project ON knowledge_vectors (project_id, due_at);
CREATE INDEX knowledge_vectors_settled ON knowledge_vectors (place) WHERE due_at IS NULL;
INSERT INTO knowledge_vectors (document_id, project_id, revision, place, hash, due_at, attempts)
  SELECT id, project_id, 1, '', '', updated_at, 0 FROM knowledge_documents;

-- The stores that were used: how large a model's vectors are, and what the store or the provider said last.
CREATE TABLE knowledge_vector_stores (
  -- Of the store's address and the model.
  name TEXT PRIMARY KEY NOT NULL,
  dimension INTEGER,
  -- Counts how often the collection was made: of an earlier one nothing is left.
  generation INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  -- Nothing is asked before.
  retry_at INTEGER NOT NULL,
  error TEXT
);

-- Deleted projects whose vectors go.
CREATE TABLE knowledge_vector_ends (
  project_id TEXT PRIMARY KEY NOT NULL,
  due_at INTEGER NOT NULL
);
CREATE INDEX knowledge_vector_ends_due ON knowledge_vector_ends (due_at);

-- What the provider was given on a day (UTC), for the ceilings.
CREATE TABLE knowledge_embedding_usage (
  project_id TEXT NOT NULL,
  day TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  -- Estimated, in millionths of a US dollar.
  cost INTEGER NOT NULL,
  PRIMARY KEY (project_id, day)
);
CREATE INDEX knowledge_embedding_usage_day ON knowledge_embedding_usage (day);
