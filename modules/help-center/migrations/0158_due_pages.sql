-- Pages that changes of articles leave to be rendered once for many changes, and from when on that may be done again.
CREATE TABLE help_due_pages (
  project_id TEXT NOT NULL,
  -- What is due: 'beside:<article>', 'page:<locale>/<slug>', 'collection:<collection>', 'articles:<collection>', 'linking:<article>', 'home', 'sitemap'.
  page TEXT NOT NULL,
  -- Of the latest change that asked for it, so that a run does not remove what was asked for meanwhile.
  token TEXT NOT NULL,
  -- Where a run resumes within it.
  at TEXT,
  PRIMARY KEY (project_id, page)
) WITHOUT ROWID;
ALTER TABLE help_renders ADD COLUMN due_run TEXT;
ALTER TABLE help_renders ADD COLUMN due_from INTEGER;
