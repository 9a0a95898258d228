-- Merges of contacts: a contact is merged into another one at most once.
CREATE TABLE contact_merges (
  project_id TEXT NOT NULL,
  from_id TEXT NOT NULL,
  into_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('moving', 'sweeping', 'done')),
  -- The step that moves rows at the moment; earlier ones found no more.
  step TEXT NOT NULL DEFAULT '',
  -- Conversations that there were when it began, counted up to 1,000.
  conversations INTEGER NOT NULL,
  merged_by TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (project_id, from_id)
) WITHOUT ROWID;
CREATE INDEX contact_merges_into ON contact_merges (project_id, into_id);
CREATE INDEX contact_merges_unfinished ON contact_merges (started_at) WHERE finished_at IS NULL;

-- Offers that somebody dismissed: the smaller id first.
CREATE TABLE contact_merge_dismissals (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  PRIMARY KEY (project_id, contact_id, other_id)
) WITHOUT ROWID;
