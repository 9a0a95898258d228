-- Whether the widget asks visitors for an address, and whether answers that they did not see are sent there.
ALTER TABLE email_settings ADD COLUMN ask_address INTEGER NOT NULL DEFAULT 1;
ALTER TABLE email_settings ADD COLUMN mail_unseen INTEGER NOT NULL DEFAULT 1;

-- The address that a contact is proving, one at a time. The code's hash comes with the mail that carries the code.
CREATE TABLE address_codes (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  address TEXT NOT NULL,
  code_hash TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  used_by TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX address_codes_expiry ON address_codes (expires_at);

-- Links in mails to proved addresses that lead back to a conversation. Each works once.
CREATE TABLE return_tokens (
  token_hash TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  used_by TEXT,
  expires_at INTEGER NOT NULL
);
CREATE INDEX return_tokens_contact ON return_tokens (project_id, contact_id);
CREATE INDEX return_tokens_expiry ON return_tokens (expires_at);

-- Which answers a mail of unseen ones holds: those above one revision up to another. The highest says what was mailed already.
CREATE TABLE unseen_mails (
  delivery_id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  after_revision INTEGER NOT NULL,
  up_to_revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX unseen_mails_conversation ON unseen_mails (project_id, conversation_id, up_to_revision);
