-- Ratings of other help desks: what each became, so that a second run takes only what changed and an undo finds them.
CREATE TABLE desk_import_ratings (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- A hash of what the source says, so that a change there is noticed.
  changed TEXT NOT NULL,
  PRIMARY KEY (project_id, platform, place, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_ratings_conversation ON desk_import_ratings (project_id, conversation_id);
-- How many ratings a run stored.
ALTER TABLE desk_import_runs ADD COLUMN ratings INTEGER NOT NULL DEFAULT 0;
