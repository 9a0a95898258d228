CREATE TABLE outreach_settings (
  project_id TEXT NOT NULL PRIMARY KEY,
  another_reviewer INTEGER NOT NULL,
  time_zone TEXT NOT NULL,
  days INTEGER NOT NULL,
  from_minute INTEGER NOT NULL,
  to_minute INTEGER NOT NULL,
  daily_most INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE TABLE outreach_templates (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX outreach_templates_project ON outreach_templates (project_id, id);
CREATE UNIQUE INDEX outreach_templates_client ON outreach_templates (project_id, client_id);
CREATE TABLE outreach_sequences (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  contact_id TEXT,
  address TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  suppression_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'in_review', 'running', 'ended')),
  ended_reason TEXT,
  to_review INTEGER NOT NULL,
  waits_for TEXT,
  next_at INTEGER,
  step INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  requested_at INTEGER,
  answered_at INTEGER
);
CREATE UNIQUE INDEX outreach_sequences_client ON outreach_sequences (project_id, client_id);
-- One sequence of a lead at a time.
CREATE UNIQUE INDEX outreach_sequences_open ON outreach_sequences (project_id, lead_id) WHERE state <> 'ended';
CREATE INDEX outreach_sequences_lead ON outreach_sequences (lead_id, id);
CREATE INDEX outreach_sequences_all ON outreach_sequences (project_id, id);
CREATE INDEX outreach_sequences_queue ON outreach_sequences (project_id, requested_at, id) WHERE to_review = 1;
CREATE INDEX outreach_sequences_address ON outreach_sequences (project_id, address_hash, id);
CREATE INDEX outreach_sequences_suppressed ON outreach_sequences (suppression_key, project_id);
CREATE INDEX outreach_sequences_stoppable ON outreach_sequences (project_id, address) WHERE state IN ('in_review', 'running');
CREATE INDEX outreach_sequences_contact ON outreach_sequences (project_id, contact_id) WHERE contact_id IS NOT NULL;
-- What the schedule looks at: sequences whose job got lost.
CREATE INDEX outreach_sequences_due ON outreach_sequences (next_at) WHERE state = 'running';
CREATE TABLE outreach_mails (
  sequence_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  wait_days INTEGER NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  edited_by TEXT NOT NULL,
  review_id TEXT,
  delivery_id TEXT,
  sender TEXT,
  sent_day TEXT,
  sent_at INTEGER,
  PRIMARY KEY (sequence_id, position)
) WITHOUT ROWID;
CREATE INDEX outreach_mails_day ON outreach_mails (project_id, sent_day) WHERE sent_day IS NOT NULL;
CREATE INDEX outreach_mails_sender ON outreach_mails (sender, sent_day) WHERE sent_day IS NOT NULL;
CREATE INDEX outreach_mails_delivery ON outreach_mails (delivery_id) WHERE delivery_id IS NOT NULL;
-- The exact mail that a person reviewed. Rows are never changed.
CREATE TABLE outreach_reviews (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  sequence_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  hash TEXT NOT NULL,
  recipient TEXT NOT NULL,
  sender_address TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  footer TEXT NOT NULL,
  written_by TEXT NOT NULL,
  reviewed_by TEXT NOT NULL,
  reviewed_at INTEGER NOT NULL
);
CREATE INDEX outreach_reviews_sequence ON outreach_reviews (sequence_id, position, id);
CREATE INDEX outreach_reviews_project ON outreach_reviews (project_id, id);
CREATE TRIGGER outreach_reviews_fixed BEFORE UPDATE ON outreach_reviews BEGIN
  SELECT RAISE(ABORT, 'a review is never changed');
END;
-- What a sender sent on a day, over all projects that send from it, for its warm-up.
CREATE TABLE outreach_sender_days (
  sender TEXT NOT NULL,
  day TEXT NOT NULL,
  sent INTEGER NOT NULL,
  returned INTEGER,
  PRIMARY KEY (sender, day)
) WITHOUT ROWID;
-- Numbers of the results page.
CREATE TABLE outreach_days (
  project_id TEXT NOT NULL,
  day TEXT NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  answered INTEGER NOT NULL DEFAULT 0,
  opted_out INTEGER NOT NULL DEFAULT 0,
  bounced INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, day)
) WITHOUT ROWID;
