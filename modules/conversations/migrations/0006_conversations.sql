CREATE TABLE conversations (
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  door TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'snoozed', 'closed')),
  snoozed_until INTEGER,
  assignee_id TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  visible_revision INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL,
  waiting_since INTEGER,
  visitor_messages INTEGER NOT NULL DEFAULT 0,
  team_messages INTEGER NOT NULL DEFAULT 0,
  preview TEXT NOT NULL DEFAULT '',
  preview_role TEXT NOT NULL DEFAULT 'visitor',
  preview_automatic INTEGER NOT NULL DEFAULT 0,
  customer_read_revision INTEGER NOT NULL DEFAULT 0,
  customer_read_count INTEGER NOT NULL DEFAULT 0,
  team_read_revision INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX conversations_client ON conversations (project_id, contact_id, client_id);
CREATE INDEX conversations_status ON conversations (project_id, status, last_activity_at, id);
CREATE INDEX conversations_assignee ON conversations (project_id, assignee_id, last_activity_at, id) WHERE status = 'open';
CREATE INDEX conversations_contact ON conversations (project_id, contact_id, last_activity_at, id);
CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE status = 'snoozed' AND snoozed_until IS NOT NULL;

CREATE TABLE project_heads (
  project_id TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX project_heads_changed ON project_heads (changed_at);

CREATE TABLE conversation_events (
  project_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  kind TEXT NOT NULL,
  visible INTEGER NOT NULL,
  previous_visible INTEGER NOT NULL,
  actor_role TEXT NOT NULL,
  actor_id TEXT,
  scope TEXT NOT NULL,
  client_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  message_id TEXT,
  data TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, sequence)
) WITHOUT ROWID;
CREATE UNIQUE INDEX conversation_events_id ON conversation_events (id);
CREATE UNIQUE INDEX conversation_events_revision ON conversation_events (project_id, conversation_id, revision);
CREATE UNIQUE INDEX conversation_events_client ON conversation_events (project_id, conversation_id, scope, client_id);
CREATE INDEX conversation_events_visible ON conversation_events (project_id, conversation_id, revision) WHERE visible = 1;
CREATE INDEX conversation_events_contact ON conversation_events (project_id, contact_id, sequence) WHERE visible = 1;
CREATE INDEX conversation_events_handling ON conversation_events (project_id, conversation_id, revision) WHERE kind IN ('message', 'status', 'assigned');

CREATE TABLE messages (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'note')),
  revision INTEGER NOT NULL,
  author_role TEXT NOT NULL CHECK (author_role IN ('visitor', 'operator', 'assistant', 'system')),
  author_id TEXT,
  content TEXT NOT NULL,
  origin TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX messages_revision ON messages (project_id, conversation_id, revision);

CREATE TABLE conversation_reads (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  visitor_messages INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id)
) WITHOUT ROWID;

CREATE TABLE drafts (
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('reply', 'note')),
  content TEXT NOT NULL,
  file_ids TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, conversation_id, account_id, kind)
) WITHOUT ROWID;
