-- Imports of contacts from CSV files: the runs, their files, what became of each row, and the ids that other systems have for contacts.
CREATE TABLE contact_imports (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'checking', 'checked', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone')),
  -- 1: the latest pass only says what it would do.
  dry INTEGER NOT NULL DEFAULT 1,
  -- Goes up with each check and with the import itself.
  pass INTEGER NOT NULL DEFAULT 0,
  existing TEXT NOT NULL DEFAULT 'fill' CHECK (existing IN ('fill', 'overwrite', 'leave')),
  mapping TEXT NOT NULL DEFAULT '[]',
  headings TEXT NOT NULL DEFAULT '[]',
  blocks TEXT NOT NULL DEFAULT '[]',
  encoding TEXT,
  delimiter TEXT,
  total INTEGER NOT NULL DEFAULT 0,
  -- The row that is next.
  at INTEGER NOT NULL DEFAULT 0,
  -- The batch that wrote `at`: the rest of it asks for it.
  attempt TEXT,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_by TEXT NOT NULL,
  -- For whom it works: who checked, started, resumed or undid it last.
  given_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX contact_imports_client ON contact_imports (project_id, client_id);
CREATE INDEX contact_imports_list ON contact_imports (project_id, id);
CREATE INDEX contact_imports_active ON contact_imports (updated_at) WHERE state IN ('checking', 'running', 'undoing');

-- Every object is named here before it is there and until it is gone.
CREATE TABLE contact_import_files (
  object_key TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'stored', 'removing')),
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX contact_import_files_import ON contact_import_files (project_id, import_id);
CREATE INDEX contact_import_files_old ON contact_import_files (changed_at);

-- What became of a row in a pass.
CREATE TABLE contact_import_rows (
  project_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  pass INTEGER NOT NULL,
  n INTEGER NOT NULL,
  line INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'unchanged', 'skipped')),
  reason TEXT,
  -- The column that the reason is about, from 0.
  place INTEGER,
  contact_id TEXT,
  -- JSON: what the row changed, before and after.
  change TEXT,
  undone TEXT CHECK (undone IN ('removed', 'restored', 'kept')),
  PRIMARY KEY (project_id, import_id, pass, n)
) WITHOUT ROWID;
CREATE INDEX contact_import_rows_outcome ON contact_import_rows (project_id, import_id, pass, outcome, n);
CREATE INDEX contact_import_rows_contact ON contact_import_rows (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Which row of a pass was the first with an address or id.
CREATE TABLE contact_import_keys (
  project_id TEXT NOT NULL,
  import_id TEXT NOT NULL,
  pass INTEGER NOT NULL,
  key TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (project_id, import_id, pass, key)
) WITHOUT ROWID;

-- Ids that other systems have for contacts. They prove nothing, unlike the identifier that a website signs.
CREATE TABLE contact_external_ids (
  project_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (project_id, external_id)
) WITHOUT ROWID;
CREATE INDEX contact_external_ids_contact ON contact_external_ids (project_id, contact_id);
