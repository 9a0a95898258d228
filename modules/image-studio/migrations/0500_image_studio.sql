-- How generated images of a project look, and how long unused ones stay.
CREATE TABLE image_looks (
  project_id TEXT NOT NULL PRIMARY KEY,
  colors TEXT NOT NULL,
  tone TEXT NOT NULL,
  -- Null: for ever.
  keep_days INTEGER,
  revision INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE TABLE image_runs (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  -- The image that it changes.
  parent_id TEXT,
  purpose TEXT NOT NULL,
  prompt TEXT NOT NULL,
  colors TEXT NOT NULL,
  tone TEXT NOT NULL,
  wanted INTEGER NOT NULL,
  made INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
  reason TEXT,
  -- The provider's trouble as a sentence of ours.
  detail TEXT,
  model TEXT NOT NULL,
  size TEXT NOT NULL,
  quality TEXT NOT NULL,
  -- The call that is being made, or whose outcome nobody stored.
  call_id TEXT,
  cost INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE UNIQUE INDEX image_runs_client ON image_runs (project_id, client_id);
CREATE UNIQUE INDEX image_runs_open ON image_runs (project_id) WHERE ended_at IS NULL;
CREATE INDEX image_runs_project ON image_runs (project_id, id);
CREATE INDEX image_runs_empty ON image_runs (project_id, ended_at) WHERE made = 0;
CREATE TABLE studio_images (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  parent_id TEXT,
  version INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  type TEXT NOT NULL,
  size INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- 1: the bytes say by C2PA where they come from.
  signed INTEGER NOT NULL,
  alt TEXT NOT NULL,
  -- 1: used, or kept by a person.
  kept INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it is removed because nobody uses it; null: never.
  sweep_at INTEGER
);
CREATE UNIQUE INDEX studio_images_run ON studio_images (run_id, place);
CREATE INDEX studio_images_project ON studio_images (project_id, id);
CREATE INDEX studio_images_sweep ON studio_images (sweep_at) WHERE sweep_at IS NOT NULL;
