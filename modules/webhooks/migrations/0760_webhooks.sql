-- Addresses of other systems that are told about events of conversations, and what was sent to each.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until INTEGER,
  state TEXT NOT NULL CHECK (state IN ('on', 'paused', 'failing')),
  revision INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  next_at INTEGER NOT NULL DEFAULT 0,
  delivered_at INTEGER,
  created_by TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX webhooks_client ON webhooks (project_id, client_id);
CREATE INDEX webhooks_on ON webhooks (project_id, id) WHERE state = 'on';

CREATE TABLE webhook_deliveries (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  type TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  give_up_at INTEGER NOT NULL,
  last_at INTEGER,
  last_status INTEGER,
  last_fault TEXT,
  last_took INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (project_id, webhook_id, sequence, type) WHERE sequence > 0;
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (project_id, webhook_id, id);
CREATE INDEX webhook_deliveries_state ON webhook_deliveries (project_id, webhook_id, state, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at) WHERE state <> 'waiting';
