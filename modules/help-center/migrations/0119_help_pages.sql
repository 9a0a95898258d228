-- Public pages: how readers reach the company, which state of the settings an admin saw, and how far the rendering is.
ALTER TABLE help_centers ADD COLUMN contact TEXT;
ALTER TABLE help_centers ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

CREATE TABLE help_renders (
  project_id TEXT PRIMARY KEY NOT NULL,
  -- The job that draws everything anew and the one that writes the sitemap: the latest to begin; an earlier one stops.
  whole_run TEXT,
  sitemap_run TEXT,
  begun_at INTEGER,
  rendered_at INTEGER
);

-- Where a job goes on that did a part of its work.
CREATE TABLE help_render_runs (
  project_id TEXT NOT NULL,
  job_id TEXT NOT NULL,
  cursor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, job_id)
);
CREATE INDEX help_render_runs_old ON help_render_runs (created_at);
