-- When a project's team works. Without a row, or while it is off, the team is there around the clock.
CREATE TABLE business_hours (
  project_id TEXT PRIMARY KEY NOT NULL,
  is_on INTEGER NOT NULL,
  time_zone TEXT NOT NULL,
  week TEXT NOT NULL,
  exceptions TEXT NOT NULL,
  revision INTEGER NOT NULL
) WITHOUT ROWID;
