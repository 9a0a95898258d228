-- What the sources of knowledge are made of: snippets, files, chosen answers and pages of websites, with the runs that fetch pages.
ALTER TABLE knowledge_sources ADD COLUMN removing INTEGER NOT NULL DEFAULT 0;
CREATE INDEX knowledge_sources_removing ON knowledge_sources (id) WHERE removing = 1;
CREATE INDEX knowledge_documents_stale ON knowledge_documents (project_id, source_id) WHERE hash = '';
CREATE INDEX knowledge_documents_of_source ON knowledge_documents (project_id, source_id, id);

CREATE TABLE knowledge_items (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  key TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL DEFAULT '',
  url TEXT,
  state TEXT NOT NULL CHECK (state IN ('draft', 'waiting', 'ready', 'skipped', 'failed', 'removing')),
  error TEXT,
  hash TEXT NOT NULL DEFAULT '',
  etag TEXT,
  object_key TEXT,
  text_key TEXT,
  type TEXT,
  size INTEGER NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  message_id TEXT,
  contact_id TEXT,
  crawl_id TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  revision INTEGER NOT NULL DEFAULT 1,
  client_id TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX knowledge_items_key ON knowledge_items (project_id, source_id, key);
CREATE UNIQUE INDEX knowledge_items_client ON knowledge_items (project_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX knowledge_items_listed ON knowledge_items (project_id, source_id, id);
CREATE INDEX knowledge_items_state ON knowledge_items (project_id, source_id, state, id);
CREATE INDEX knowledge_items_contact ON knowledge_items (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX knowledge_items_removing ON knowledge_items (id) WHERE state = 'removing';

CREATE TABLE knowledge_websites (
  project_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('crawler', 'pages', 'sitemap')),
  addresses TEXT NOT NULL,
  include TEXT NOT NULL,
  exclude TEXT NOT NULL,
  max_pages INTEGER NOT NULL,
  schedule TEXT NOT NULL CHECK (schedule IN ('manual', 'daily', 'weekly')),
  next_at INTEGER,
  PRIMARY KEY (project_id, source_id)
);
CREATE INDEX knowledge_websites_due ON knowledge_websites (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE knowledge_crawls (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('crawler', 'pages', 'sitemap')),
  state TEXT NOT NULL CHECK (state IN ('starting', 'running', 'reading', 'removing', 'done', 'failed', 'aborted')),
  abort_asked INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  provider_run_id TEXT,
  dataset_id TEXT,
  position INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  complete INTEGER NOT NULL DEFAULT 0,
  found INTEGER NOT NULL DEFAULT 0,
  stored INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  cost_usd REAL,
  error TEXT,
  started_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX knowledge_crawls_client ON knowledge_crawls (project_id, client_id);
CREATE INDEX knowledge_crawls_of_source ON knowledge_crawls (project_id, source_id, id);
CREATE UNIQUE INDEX knowledge_crawls_one ON knowledge_crawls (source_id) WHERE finished_at IS NULL;
