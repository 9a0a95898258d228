CREATE TABLE device_grants (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  kinds TEXT NOT NULL,
  jobs_per_day INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_by TEXT,
  revoked_why TEXT CHECK (revoked_why IN ('revoked', 'with_device', 'with_grant', 'unpaired', 'token_reused', 'expired', 'membership_lost', 'signed_out', 'project_deleted')),
  revocation_id TEXT
);
CREATE INDEX device_grants_current ON device_grants (project_id, id) WHERE revoked_at IS NULL;
CREATE INDEX device_grants_current_by_account ON device_grants (project_id, account_id, id) WHERE revoked_at IS NULL;
CREATE INDEX device_grants_ended ON device_grants (project_id, id) WHERE revoked_at IS NOT NULL;
CREATE INDEX device_grants_ended_by_account ON device_grants (project_id, account_id, id) WHERE revoked_at IS NOT NULL;
CREATE INDEX device_grants_by_end ON device_grants (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX device_grants_by_revocation ON device_grants (revocation_id) WHERE revocation_id IS NOT NULL;
CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  system TEXT NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('idle', 'working', 'stopped')),
  generation INTEGER NOT NULL,
  paired_at INTEGER NOT NULL,
  last_seen_at INTEGER,
  revoked_at INTEGER,
  revoked_by TEXT,
  revoked_why TEXT CHECK (revoked_why IN ('revoked', 'with_device', 'with_grant', 'unpaired', 'token_reused', 'expired', 'membership_lost', 'signed_out', 'project_deleted')),
  revocation_id TEXT
);
CREATE INDEX devices_by_grant ON devices (project_id, grant_id, id);
CREATE INDEX devices_by_account ON devices (account_id) WHERE revoked_at IS NULL;
CREATE INDEX devices_by_revocation ON devices (revocation_id) WHERE revocation_id IS NOT NULL;
CREATE TABLE device_tokens (
  token_hash TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  UNIQUE (project_id, device_id, generation)
);
CREATE INDEX device_tokens_by_age ON device_tokens (issued_at);
CREATE TABLE device_pairings (
  id TEXT PRIMARY KEY,
  device_code_hash TEXT NOT NULL UNIQUE,
  user_code_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  system TEXT NOT NULL,
  version TEXT NOT NULL,
  kinds TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied')),
  revision INTEGER NOT NULL,
  opened_by TEXT,
  project_id TEXT,
  grant_id TEXT,
  device_id TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  poll_seconds INTEGER NOT NULL,
  polled_at INTEGER,
  polled_early INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX device_pairings_by_end ON device_pairings (expires_at);
CREATE INDEX device_pairings_by_project ON device_pairings (project_id) WHERE project_id IS NOT NULL;
