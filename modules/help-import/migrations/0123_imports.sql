-- Imports of help centers: the runs, what each article of a source became, and what a run said of each.
CREATE TABLE help_import_runs (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  platform TEXT NOT NULL,
  -- Subdomain or region.
  place TEXT NOT NULL,
  options TEXT NOT NULL,
  -- Only says what it would do.
  dry INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'failed', 'aborted', 'done', 'undoing', 'undone')),
  phase TEXT NOT NULL CHECK (phase IN ('outline', 'articles', 'finish', 'undo')),
  -- Where the phase goes on; null at its beginning.
  at TEXT,
  -- What was read of the source before its articles.
  outline TEXT,
  -- What the source says that it has.
  total INTEGER,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  spared INTEGER NOT NULL DEFAULT 0,
  -- Failures in a row, why the last one, and when the source may be asked again.
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  resume_at INTEGER,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX help_import_runs_client ON help_import_runs (project_id, client_id);
CREATE INDEX help_import_runs_active ON help_import_runs (resume_at) WHERE state IN ('running', 'undoing');

-- What became of an article of a source: so a second import changes nothing.
CREATE TABLE help_import_items (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  article_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- Of what the source said.
  hash TEXT NOT NULL,
  -- The draft that the import wrote last: a higher one was edited here.
  revision INTEGER NOT NULL,
  PRIMARY KEY (project_id, platform, place, source_id, locale)
);
CREATE INDEX help_import_items_article ON help_import_items (project_id, article_id);

CREATE TABLE help_import_rows (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'unchanged', 'kept', 'skipped')),
  -- Why it was not as wished; null when it was.
  reason TEXT,
  article_id TEXT,
  -- The attempt that stored this: the rest of its batch asks for it.
  attempt TEXT NOT NULL,
  -- JSON list of what else there is to say: [code, detail].
  notes TEXT NOT NULL,
  -- 1 = still to be finished: links, publication; then 0.
  open INTEGER NOT NULL DEFAULT 0,
  publish INTEGER NOT NULL DEFAULT 0,
  -- What an update replaced, for its undo.
  before TEXT,
  -- removed, restored or left, once the run was undone.
  undone TEXT,
  PRIMARY KEY (project_id, run_id, source_id, locale)
);
CREATE INDEX help_import_rows_open ON help_import_rows (project_id, run_id, source_id, locale) WHERE open = 1;
CREATE INDEX help_import_rows_outcome ON help_import_rows (project_id, run_id, outcome, source_id, locale);

-- Whether projects of others may import with the installation's tokens; without a row they may not.
CREATE TABLE help_import_access (
  project_id TEXT PRIMARY KEY NOT NULL,
  opened_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL
);
