-- What was asked for by mail: an account, a new password, the proof of an address. The token is made when the mail is sent; until
-- then the row has no hash, and only the hash is ever stored.
CREATE TABLE account_tokens (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('register', 'reset', 'confirm', 'change')),
  account_id TEXT,
  address TEXT NOT NULL,
  hash TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX account_tokens_hash ON account_tokens (hash);
CREATE INDEX account_tokens_address ON account_tokens (address, kind, created_at);
CREATE INDEX account_tokens_account ON account_tokens (account_id, kind, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX account_tokens_expiry ON account_tokens (expires_at);

-- Whom an invitation was mailed to, in lower case. Null: it is a link that is passed on by hand.
ALTER TABLE invitations ADD COLUMN address TEXT;

-- Mails of the product itself, which belong to no project. What they say is written anew for each attempt and is not kept.
CREATE TABLE system_mails (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  cause TEXT NOT NULL,
  to_hash TEXT NOT NULL,
  proved INTEGER NOT NULL DEFAULT 0,
  provider TEXT,
  provider_id TEXT,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'bounced', 'failed', 'needs_review', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempt_key TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX system_mails_cause ON system_mails (cause);
CREATE INDEX system_mails_subject ON system_mails (subject_id, id);
CREATE INDEX system_mails_to ON system_mails (to_hash, updated_at);
CREATE INDEX system_mails_under_way ON system_mails (updated_at) WHERE state IN ('queued', 'sending');
CREATE INDEX system_mails_provider ON system_mails (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX system_mails_age ON system_mails (created_at);
