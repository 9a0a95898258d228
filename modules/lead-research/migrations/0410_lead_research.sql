-- What a project asks of every lead, as one list that is saved as a whole.
CREATE TABLE lead_criteria (
  project_id TEXT NOT NULL PRIMARY KEY,
  criteria TEXT NOT NULL,
  revision INTEGER NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
-- One row for each lead of which anything is known here.
CREATE TABLE lead_research (
  lead_id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  -- Set by the beginning of an erasure, which removes the lead itself before it comes here.
  erasing TEXT
);
CREATE INDEX lead_research_erasing ON lead_research (project_id, erasing) WHERE erasing IS NOT NULL;
CREATE TABLE lead_research_runs (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  -- The provider's trouble as a sentence of ours.
  detail TEXT,
  addresses TEXT NOT NULL,
  queue TEXT NOT NULL,
  fetch_until INTEGER,
  model TEXT NOT NULL,
  dropped INTEGER NOT NULL,
  score INTEGER,
  cost INTEGER,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE UNIQUE INDEX lead_research_runs_client ON lead_research_runs (project_id, client_id);
CREATE UNIQUE INDEX lead_research_runs_open ON lead_research_runs (lead_id) WHERE ended_at IS NULL;
CREATE INDEX lead_research_runs_lead ON lead_research_runs (lead_id, id);
CREATE TABLE lead_research_pages (
  run_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT,
  content TEXT NOT NULL,
  links TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, place)
);
CREATE INDEX lead_research_pages_lead ON lead_research_pages (lead_id, url, fetched_at);
CREATE TABLE lead_statements (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  run_id TEXT,
  client_id TEXT NOT NULL,
  content TEXT NOT NULL,
  url TEXT,
  quote TEXT,
  author_id TEXT,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX lead_statements_client ON lead_statements (lead_id, client_id);
CREATE INDEX lead_statements_lead ON lead_statements (lead_id, id);
CREATE TABLE lead_answers (
  lead_id TEXT NOT NULL,
  -- Of a run, or empty for what a member answered, which goes before.
  run_id TEXT NOT NULL,
  criterion_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  reason TEXT NOT NULL,
  url TEXT,
  quote TEXT,
  author_id TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (lead_id, run_id, criterion_id)
) WITHOUT ROWID;
