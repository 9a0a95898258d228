-- What arrived by mail, stored before anything is decided about it. The raw mail is an object.
CREATE TABLE inbound_mail_receipts (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  identity_hash TEXT NOT NULL,
  object_key TEXT,
  envelope_from TEXT,
  envelope_to TEXT,
  subject TEXT,
  size INTEGER NOT NULL,
  door TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'admitting', 'admitted', 'failed', 'unreadable', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  message_id TEXT,
  error TEXT,
  received_at INTEGER NOT NULL,
  admitted_at INTEGER
);
CREATE UNIQUE INDEX inbound_mail_receipts_identity ON inbound_mail_receipts (project_id, identity_hash);
CREATE INDEX inbound_mail_receipts_message ON inbound_mail_receipts (project_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX inbound_mail_receipts_due ON inbound_mail_receipts (received_at) WHERE state IN ('received', 'admitting', 'failed');
