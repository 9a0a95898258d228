-- Imports of conversations from other help desks: the runs, what each ticket and each person of a source became, and the reports.
CREATE TABLE desk_import_runs (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  platform TEXT NOT NULL,
  -- Subdomain, region or account.
  place TEXT NOT NULL,
  -- JSON: the mapping that members chose.
  options TEXT NOT NULL,
  -- Only says what it would do.
  dry INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'failed', 'aborted', 'done', 'undoing', 'undone')),
  phase TEXT NOT NULL CHECK (phase IN ('tickets', 'undo', 'contacts')),
  -- Where the phase goes on; null at its beginning.
  at TEXT,
  -- Only tickets that changed at the source since this time; null for all.
  since INTEGER,
  -- The newest change at the source that the run has seen: the next run begins there.
  seen_until INTEGER,
  -- What the source says that it has.
  total INTEGER,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  spared INTEGER NOT NULL DEFAULT 0,
  -- Failures in a row, why the last one, and when the source may be asked again.
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  resume_at INTEGER,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  -- For whom it works: who started it, went on with it or undid it last.
  given_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX desk_import_runs_client ON desk_import_runs (project_id, client_id);
CREATE INDEX desk_import_runs_list ON desk_import_runs (project_id, id);
CREATE INDEX desk_import_runs_active ON desk_import_runs (resume_at) WHERE state IN ('running', 'undoing');

-- What became of a ticket of a source, so that a second run takes only what changed.
CREATE TABLE desk_import_items (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- The ticket's last change at the source, as the source writes it; '' until its messages are complete.
  changed TEXT NOT NULL,
  -- The conversation's revision that the import wrote last: a higher one was worked on here.
  revision INTEGER NOT NULL,
  PRIMARY KEY (project_id, platform, place, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_items_contact ON desk_import_items (project_id, contact_id);

-- What became of a customer of a source.
CREATE TABLE desk_import_people (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- 1 = the run made the contact; 0 = it was here before.
  created INTEGER NOT NULL,
  PRIMARY KEY (project_id, platform, place, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_people_contact ON desk_import_people (project_id, contact_id);
CREATE INDEX desk_import_people_run ON desk_import_people (project_id, run_id, contact_id);

-- What a run says of each ticket.
CREATE TABLE desk_import_rows (
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  -- Only where there is a contact by whose erasure it goes.
  title TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'unchanged', 'kept', 'skipped')),
  reason TEXT,
  conversation_id TEXT,
  contact_id TEXT,
  -- The attempt that stored this: the rest of its batch asks for it.
  attempt TEXT NOT NULL,
  -- JSON list of what else there is to say: [code, detail].
  notes TEXT NOT NULL,
  -- removed or left, once the run was undone.
  undone TEXT,
  PRIMARY KEY (project_id, run_id, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_rows_outcome ON desk_import_rows (project_id, run_id, outcome, source_id);
CREATE INDEX desk_import_rows_contact ON desk_import_rows (project_id, contact_id) WHERE contact_id IS NOT NULL;

-- Whether projects of others may import with the installation's tokens; without a row they may not.
CREATE TABLE desk_import_access (
  project_id TEXT PRIMARY KEY NOT NULL,
  opened_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL
);
