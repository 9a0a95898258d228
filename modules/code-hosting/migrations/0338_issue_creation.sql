-- Issues that members write from conversations: a draft of each member in a conversation, and each time that one is created at GitHub.
CREATE TABLE code_issue_drafts (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  preview TEXT,
  digest TEXT,
  previewed_at INTEGER,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;

CREATE TABLE code_issue_creations (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  repository TEXT NOT NULL,
  digest TEXT NOT NULL,
  request TEXT,
  state TEXT NOT NULL CHECK (state IN ('sending', 'looking', 'created', 'failed')),
  fault TEXT,
  problems TEXT,
  sends INTEGER NOT NULL DEFAULT 1,
  looks INTEGER NOT NULL DEFAULT 0,
  number INTEGER,
  url TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX code_issue_creations_open ON code_issue_creations (project_id, conversation_id) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX code_issue_creations_client ON code_issue_creations (project_id, account_id, client_id);
CREATE INDEX code_issue_creations_conversation ON code_issue_creations (project_id, conversation_id, created_at);
CREATE INDEX code_issue_creations_account ON code_issue_creations (project_id, account_id, created_at);
CREATE INDEX code_issue_creations_due ON code_issue_creations (due_at) WHERE due_at IS NOT NULL;
