-- What can be told: sources and their documents. A document's chunks and its index come with the search.
CREATE TABLE knowledge_sources (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('articles', 'snippets', 'files', 'answers', 'website')),
  name TEXT NOT NULL,
  audience TEXT NOT NULL CHECK (audience IN ('public', 'members', 'told')),
  locale TEXT NOT NULL,
  assistant INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  synced_at INTEGER,
  removed_at INTEGER
);
CREATE UNIQUE INDEX knowledge_sources_client ON knowledge_sources (project_id, client_id);
CREATE INDEX knowledge_sources_kept ON knowledge_sources (project_id, created_at) WHERE removed_at IS NULL;

CREATE TABLE knowledge_documents (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  key TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  locale TEXT NOT NULL,
  audience TEXT NOT NULL CHECK (audience IN ('public', 'members', 'told')),
  assistant INTEGER NOT NULL,
  hash TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX knowledge_documents_key ON knowledge_documents (project_id, source_id, key);
