-- Whether, where and how often a project asks its customers how a conversation was. Without a row it does not.
CREATE TABLE satisfaction_settings (
  project_id TEXT PRIMARY KEY NOT NULL,
  is_on INTEGER NOT NULL,
  question TEXT NOT NULL,
  scale TEXT NOT NULL CHECK (scale IN ('faces', 'numbers')),
  in_widget INTEGER NOT NULL,
  by_mail INTEGER NOT NULL,
  widget_delay INTEGER NOT NULL,
  mail_delay INTEGER NOT NULL,
  quiet_days INTEGER NOT NULL,
  ask_bulk INTEGER NOT NULL,
  ask_assistant INTEGER NOT NULL,
  revision INTEGER NOT NULL
) WITHOUT ROWID;

-- One question to one customer about one closing of a conversation, and what they said.
CREATE TABLE satisfaction_requests (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  close_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'asked', 'answered', 'expired', 'cancelled')),
  asked_in TEXT CHECK (asked_in IN ('widget', 'mail')),
  widget_at INTEGER,
  mail_at INTEGER,
  delivery_id TEXT,
  expires_at INTEGER NOT NULL,
  asked_at INTEGER,
  score INTEGER CHECK (score BETWEEN 1 AND 5),
  comment TEXT NOT NULL DEFAULT '',
  rated_at INTEGER,
  version INTEGER NOT NULL DEFAULT 0,
  closed_at INTEGER NOT NULL,
  closed_by TEXT,
  assignee_id TEXT,
  answered_by TEXT,
  team_id TEXT,
  channel TEXT NOT NULL
);
CREATE UNIQUE INDEX satisfaction_requests_close ON satisfaction_requests (project_id, close_id);
CREATE INDEX satisfaction_requests_open ON satisfaction_requests (project_id, conversation_id) WHERE state IN ('due', 'asked');
CREATE INDEX satisfaction_requests_conversation ON satisfaction_requests (project_id, conversation_id, closed_at);
CREATE INDEX satisfaction_requests_score ON satisfaction_requests (project_id, conversation_id, rated_at) WHERE score IS NOT NULL;
CREATE INDEX satisfaction_requests_due ON satisfaction_requests (project_id, contact_id) WHERE state = 'due';
CREATE INDEX satisfaction_requests_asked ON satisfaction_requests (project_id, contact_id, asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX satisfaction_requests_contact ON satisfaction_requests (project_id, contact_id, id);
CREATE INDEX satisfaction_requests_rated ON satisfaction_requests (project_id, rated_at, id, score) WHERE score IS NOT NULL;
CREATE INDEX satisfaction_requests_by_score ON satisfaction_requests (project_id, score, rated_at, id) WHERE score IS NOT NULL;
CREATE INDEX satisfaction_requests_ends ON satisfaction_requests (expires_at) WHERE state IN ('due', 'asked');
CREATE INDEX satisfaction_requests_old ON satisfaction_requests (closed_at);
