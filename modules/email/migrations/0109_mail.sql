-- Which project a mail belongs to by the address that it was sent to. One address is one project's.
CREATE TABLE inbound_addresses (
  address TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX inbound_addresses_project ON inbound_addresses (project_id, created_at);

-- How a project writes mail. Null = what the installation has.
CREATE TABLE email_settings (
  project_id TEXT NOT NULL PRIMARY KEY,
  sender TEXT,
  sender_name TEXT,
  reply_address TEXT,
  signature TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL
);

-- What is a mail among the messages, with what only mails have. Bodies that are HTML or long are objects.
CREATE TABLE mails (
  message_id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  header_id TEXT,
  header_hash TEXT,
  from_address TEXT,
  from_name TEXT,
  to_list TEXT NOT NULL DEFAULT '[]',
  cc_list TEXT NOT NULL DEFAULT '[]',
  subject TEXT,
  authentication TEXT,
  html_key TEXT,
  text_key TEXT,
  quoted TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX mails_header ON mails (project_id, header_hash) WHERE header_hash IS NOT NULL;
CREATE INDEX mails_conversation ON mails (project_id, conversation_id, created_at);

-- To whom mail from an address belongs. The address is a keyed hash.
CREATE TABLE mail_contacts (
  project_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, address_hash)
);
CREATE INDEX mail_contacts_contact ON mail_contacts (project_id, contact_id);

-- Objects that are being stored: until a row names them, this one does, and the schedule removes what nobody took.
CREATE TABLE mail_uploads (
  object_key TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL
);
CREATE INDEX mail_uploads_age ON mail_uploads (created_at);

-- Whose mail it turned out to be: an erasure finds what was not admitted.
ALTER TABLE inbound_mail_receipts ADD COLUMN contact_id TEXT;
CREATE INDEX inbound_mail_receipts_contact ON inbound_mail_receipts (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX inbound_mail_receipts_list ON inbound_mail_receipts (project_id, id);
CREATE INDEX inbound_mail_receipts_state ON inbound_mail_receipts (project_id, state, id);
-- What was not admitted and still holds something of whoever wrote it.
CREATE INDEX inbound_mail_receipts_kept ON inbound_mail_receipts (received_at) WHERE state IN ('failed', 'unreadable', 'dropped') AND object_key IS NOT NULL;

-- Every mail that the product sends or would have sent: the outbox, and the log that people read.
CREATE TABLE mail_deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  conversation_id TEXT,
  message_id TEXT,
  contact_id TEXT,
  kind TEXT NOT NULL,
  cause TEXT NOT NULL,
  to_address TEXT,
  to_hash TEXT NOT NULL,
  proved INTEGER NOT NULL DEFAULT 0,
  subject TEXT,
  header_id TEXT,
  provider TEXT,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'bounced', 'failed', 'needs_review', 'suppressed', 'held')),
  attempts INTEGER NOT NULL DEFAULT 0,
  provider_id TEXT,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX mail_deliveries_cause ON mail_deliveries (project_id, cause);
CREATE INDEX mail_deliveries_log ON mail_deliveries (project_id, id);
CREATE INDEX mail_deliveries_state ON mail_deliveries (project_id, state, id) WHERE state <> 'sent';
CREATE INDEX mail_deliveries_message ON mail_deliveries (project_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX mail_deliveries_contact ON mail_deliveries (project_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE INDEX mail_deliveries_to ON mail_deliveries (to_hash, updated_at);
CREATE INDEX mail_deliveries_under_way ON mail_deliveries (updated_at) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_deliveries_provider ON mail_deliveries (provider_id) WHERE provider_id IS NOT NULL;

-- Addresses that mail came back from, as keyed hashes: nothing is sent there until somebody lifts it.
CREATE TABLE mail_suppressions (
  project_id TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, address_hash)
);
