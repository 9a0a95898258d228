-- Companies of other help desks: what each became, so that a second run takes only what changed and an undo finds them.
CREATE TABLE desk_import_companies (
  project_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  place TEXT NOT NULL,
  source_id TEXT NOT NULL,
  company_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  -- A hash of what the source says, so that a change there is noticed.
  changed TEXT NOT NULL,
  -- The company's revision that the import wrote last; NULL: it was here before, and has a domain of the source's.
  revision INTEGER,
  PRIMARY KEY (project_id, platform, place, source_id)
) WITHOUT ROWID;
CREATE INDEX desk_import_companies_run ON desk_import_companies (project_id, run_id, source_id);
-- How many companies a run stored.
ALTER TABLE desk_import_runs ADD COLUMN companies INTEGER NOT NULL DEFAULT 0;
-- The company that an import gave the person by hand: the run that did it, and when.
ALTER TABLE desk_import_people ADD COLUMN company_run TEXT;
ALTER TABLE desk_import_people ADD COLUMN company_id TEXT;
ALTER TABLE desk_import_people ADD COLUMN company_set_at INTEGER;
CREATE INDEX desk_import_people_company ON desk_import_people (project_id, company_run) WHERE company_run IS NOT NULL;
