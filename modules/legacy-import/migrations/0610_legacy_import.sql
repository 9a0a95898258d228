-- Imports of older data by scripts/import-legacy.mjs. One run for each artifact; a repetition goes on with the same run.
CREATE TABLE legacy_import_runs (
  id INTEGER NOT NULL PRIMARY KEY,
  artifact TEXT NOT NULL,
  exported_at INTEGER NOT NULL,
  records INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX legacy_import_runs_artifact ON legacy_import_runs (artifact);
-- The receipt of each imported record: what has one is not written again.
CREATE TABLE legacy_import_rows (
  project_id TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (project_id, run_id, kind, record_id)
) WITHOUT ROWID;
-- Work at providers of which nobody knows how it ended. Nothing repeats it.
CREATE TABLE legacy_import_holds (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('generation', 'training', 'provider')),
  recorded TEXT NOT NULL CHECK (recorded IN ('started', 'unknown')),
  provider TEXT,
  detail TEXT,
  contact_id TEXT,
  conversation_id TEXT,
  started_at INTEGER NOT NULL,
  outcome TEXT CHECK (outcome IN ('happened', 'not_happened', 'set_aside')),
  reconciled_by TEXT,
  reconciled_at INTEGER,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE INDEX legacy_import_holds_open ON legacy_import_holds (project_id, id) WHERE outcome IS NULL;
CREATE INDEX legacy_import_holds_contact ON legacy_import_holds (project_id, contact_id) WHERE contact_id IS NOT NULL;
-- What the older installation paid for models. Apart from ai_usage, because no ceiling counts it and nothing changes it.
CREATE TABLE legacy_financial_rows (
  project_id TEXT NOT NULL,
  day TEXT NOT NULL,
  purpose TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  estimated INTEGER NOT NULL,
  PRIMARY KEY (project_id, day, purpose, provider, model)
) WITHOUT ROWID;
CREATE TRIGGER legacy_financial_rows_fixed BEFORE UPDATE ON legacy_financial_rows BEGIN
  SELECT RAISE(ABORT, 'imported financial rows are never changed');
END;
-- Summaries that the older installation kept of what it stored about a contact in a bucket.
CREATE TABLE legacy_bucket_summaries (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  bucket TEXT NOT NULL,
  objects INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  summary TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE INDEX legacy_bucket_summaries_contact ON legacy_bucket_summaries (project_id, contact_id);
