-- Work on conversations that members delegate to their paired computers.
CREATE TABLE delegations (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('report', 'reply')),
  task TEXT NOT NULL,
  frontier INTEGER NOT NULL,
  client_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'started', 'completed', 'revoked', 'cancelled')),
  delivery_state TEXT CHECK (delivery_state IN ('held', 'authority_revoked', 'membership_lost', 'authorization_lost', 'review')),
  claim_id TEXT,
  device_id TEXT,
  lease_until INTEGER,
  progress TEXT,
  progress_at INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'failed')),
  report TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
);
-- One at a time holds a conversation.
CREATE UNIQUE INDEX delegations_current ON delegations (project_id, conversation_id) WHERE status IN ('queued', 'started');
CREATE INDEX delegations_conversation ON delegations (project_id, conversation_id, id);
CREATE UNIQUE INDEX delegations_client ON delegations (project_id, account_id, client_id);
CREATE UNIQUE INDEX delegations_claim ON delegations (device_id, claim_id) WHERE claim_id IS NOT NULL;
CREATE INDEX delegations_queue ON delegations (grant_id, id) WHERE status = 'queued';
CREATE INDEX delegations_started ON delegations (grant_id, started_at) WHERE started_at IS NOT NULL;
CREATE INDEX delegations_device ON delegations (device_id, status) WHERE device_id IS NOT NULL;
-- What a report is to do in its conversation, each exactly once.
CREATE TABLE delegation_effects (
  delegation_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'reply')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'blocked', 'needs_review')),
  revision INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (delegation_id, kind)
) WITHOUT ROWID;
CREATE INDEX delegation_effects_pending ON delegation_effects (changed_at) WHERE state = 'pending';
