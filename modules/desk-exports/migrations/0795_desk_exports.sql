-- Exports of other help desks that somebody uploads to import from, in pieces. All of it is gone after the import, or some days later.
CREATE TABLE desk_exports (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  platform TEXT NOT NULL CHECK (platform IN ('zendesk', 'intercom')),
  state TEXT NOT NULL CHECK (state IN ('open', 'checking', 'checked', 'faulty', 'removing')),
  -- JSON: where the check goes on.
  at TEXT,
  -- JSON: what is wrong with the files.
  fault TEXT,
  -- JSON: how many lines of each kind the check has seen.
  lines TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX desk_exports_client ON desk_exports (project_id, client_id);
CREATE INDEX desk_exports_old ON desk_exports (created_at);

CREATE TABLE desk_export_pieces (
  export_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  object_key TEXT NOT NULL,
  PRIMARY KEY (export_id, kind, n)
) WITHOUT ROWID;
CREATE INDEX desk_export_pieces_project ON desk_export_pieces (project_id, export_id);

-- Where people and companies stand in the files, so that a ticket finds its own.
CREATE TABLE desk_export_lines (
  export_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  piece INTEGER NOT NULL,
  at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (project_id, export_id, kind, source_id)
) WITHOUT ROWID;
