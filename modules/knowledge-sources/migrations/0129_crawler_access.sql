-- Projects of others whose websites the installation's crawler fetches: its first owner opens it for them.
CREATE TABLE knowledge_crawler_access (
  project_id TEXT PRIMARY KEY NOT NULL,
  opened_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL
);

-- Pages of a run that say the same as another one.
CREATE INDEX knowledge_items_twins ON knowledge_items (crawl_id, hash) WHERE crawl_id IS NOT NULL;
