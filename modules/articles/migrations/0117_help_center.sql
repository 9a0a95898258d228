-- Help centers: collections, articles with drafts and versions, old addresses, what readers said and searched.
CREATE TABLE help_centers (
  project_id TEXT PRIMARY KEY NOT NULL,
  open INTEGER NOT NULL DEFAULT 0,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  default_locale TEXT NOT NULL,
  locales TEXT NOT NULL,
  links TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT NOT NULL
);

CREATE TABLE help_collections (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  removed_at INTEGER
);
CREATE UNIQUE INDEX help_collections_client ON help_collections (project_id, client_id);
CREATE INDEX help_collections_kept ON help_collections (project_id, place) WHERE removed_at IS NULL;

CREATE TABLE help_collection_texts (
  project_id TEXT NOT NULL,
  collection_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (project_id, collection_id, locale)
);
CREATE UNIQUE INDEX help_collection_texts_slug ON help_collection_texts (project_id, locale, slug);

CREATE TABLE help_articles (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  collection_id TEXT,
  place INTEGER NOT NULL,
  audience TEXT NOT NULL CHECK (audience IN ('public', 'members', 'told')),
  assistant INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  archived_at INTEGER
);
CREATE UNIQUE INDEX help_articles_client ON help_articles (project_id, client_id);
CREATE INDEX help_articles_places ON help_articles (project_id, collection_id, place) WHERE archived_at IS NULL;
CREATE INDEX help_articles_archived ON help_articles (project_id, archived_at) WHERE archived_at IS NOT NULL;

-- One text per locale: the draft, and which version of it readers see.
CREATE TABLE help_article_texts (
  project_id TEXT NOT NULL,
  article_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  content TEXT NOT NULL,
  revision INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  -- The version that readers see; null: none.
  version INTEGER,
  -- Of that version, so that an address is of one article only.
  live_slug TEXT,
  -- The draft's revision that became that version.
  live_revision INTEGER,
  published_at INTEGER,
  -- When the schedule publishes the draft, and who asked for it.
  publish_at INTEGER,
  publish_by TEXT,
  PRIMARY KEY (project_id, article_id, locale)
);
CREATE UNIQUE INDEX help_article_texts_slug ON help_article_texts (project_id, locale, slug);
CREATE UNIQUE INDEX help_article_texts_live ON help_article_texts (project_id, locale, live_slug) WHERE live_slug IS NOT NULL;
CREATE INDEX help_article_texts_due ON help_article_texts (publish_at) WHERE publish_at IS NOT NULL;

CREATE TABLE help_article_versions (
  project_id TEXT NOT NULL,
  article_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  version INTEGER NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  content TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  published_by TEXT NOT NULL,
  PRIMARY KEY (project_id, article_id, locale, version)
);

-- Addresses that an article had: by `path` below the help center for one locale ('articles/<slug>'), or any old path of an import.
CREATE TABLE help_redirects (
  project_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  path TEXT NOT NULL,
  article_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, locale, path)
);
CREATE INDEX help_redirects_article ON help_redirects (project_id, article_id);

-- Files within articles; one may stand in several. From `check_at` on it is looked at whether its article still holds it.
CREATE TABLE help_article_files (
  project_id TEXT NOT NULL,
  article_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  -- The article's readers see it: anyone may read the file.
  published INTEGER NOT NULL DEFAULT 0,
  check_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, article_id, file_id)
);
CREATE INDEX help_article_files_file ON help_article_files (project_id, file_id);
CREATE INDEX help_article_files_check ON help_article_files (check_at);

CREATE TABLE help_feedback (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  article_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  client_id TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  comment TEXT,
  contact_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX help_feedback_client ON help_feedback (project_id, client_id);
CREATE INDEX help_feedback_article ON help_feedback (project_id, article_id, created_at);
CREATE INDEX help_feedback_contact ON help_feedback (project_id, contact_id) WHERE contact_id IS NOT NULL;

CREATE TABLE help_searches (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  -- As it was typed, and as equal ones are counted together.
  query TEXT NOT NULL,
  terms TEXT NOT NULL,
  place TEXT NOT NULL CHECK (place IN ('page', 'widget')),
  results INTEGER NOT NULL,
  -- The article that was opened from it.
  opened TEXT,
  contact_id TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX help_searches_recent ON help_searches (project_id, created_at);
CREATE INDEX help_searches_contact ON help_searches (project_id, contact_id) WHERE contact_id IS NOT NULL;
