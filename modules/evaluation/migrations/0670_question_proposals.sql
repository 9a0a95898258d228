-- Questions that articles answer, proposed for a set. The same wording of the same published text is proposed once.
CREATE TABLE question_proposals (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  article_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  -- The version of the published text.
  version INTEGER NOT NULL,
  wording TEXT NOT NULL,
  title TEXT NOT NULL,
  question TEXT NOT NULL,
  facts TEXT NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('headings', 'model')),
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'refused')),
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
);
CREATE UNIQUE INDEX question_proposals_wording ON question_proposals (project_id, set_id, article_id, locale, version, wording);
CREATE INDEX question_proposals_open ON question_proposals (project_id, set_id, id) WHERE state = 'open';

-- What a model was asked for proposals, by the request that asked: nothing is asked and paid for twice.
CREATE TABLE question_proposal_calls (
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  set_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asking', 'done')),
  added INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, client_id)
) WITHOUT ROWID;
