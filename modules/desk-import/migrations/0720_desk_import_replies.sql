-- Canned replies of other help desks: what became of each, so that a second run takes only what changed and an undo finds them.
CREATE TABLE desk_import_replies (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  reply_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- A hash of what the source says, so that a change there is noticed.
  changed TEXT NOT NULL,
  -- The reply's version that the import wrote last: a higher one was changed here.
  version INTEGER NOT NULL,
  PRIMARY KEY (project_id, platform, place, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_replies_run ON desk_import_replies (project_id, run_id);
-- How many canned replies a run stored.
ALTER TABLE desk_import_runs ADD COLUMN replies INTEGER NOT NULL DEFAULT 0;
