-- Proposed changes to knowledge, from what people answered where the assistant could not or was wrong.
CREATE TABLE learning_proposals (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  round_id TEXT,
  cause TEXT NOT NULL CHECK (cause IN ('unanswered', 'corrected', 'negative', 'flagged')),
  -- The article that it changes; null: a new one. Once accepted, the one with the draft.
  article_id TEXT,
  locale TEXT NOT NULL,
  -- What the customer asked and what people answered, without what names the customer.
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  -- The proposed text.
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  -- Who worded it: a model, or nobody (the reply as it was written).
  worded TEXT NOT NULL CHECK (worded IN ('model', 'reply')),
  model TEXT,
  -- In millionths of a US dollar.
  cost INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'rejected', 'erased')),
  decided_by TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX learning_proposals_conversation ON learning_proposals (project_id, conversation_id);
CREATE INDEX learning_proposals_state ON learning_proposals (project_id, state, created_at, id);
CREATE INDEX learning_proposals_contact ON learning_proposals (project_id, contact_id, id);
CREATE INDEX learning_proposals_old ON learning_proposals (created_at);
