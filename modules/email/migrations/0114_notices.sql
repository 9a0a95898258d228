-- What a member of a project is told by mail. No row: what the product chose for their role.
CREATE TABLE notice_settings (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  -- One bit for each event.
  events INTEGER NOT NULL,
  -- Minutes of the local day; both or none.
  quiet_from INTEGER,
  quiet_to INTEGER,
  zone TEXT NOT NULL,
  -- One bit for each day, Monday first.
  days INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, account_id)
);

-- Notices that wait: one for each person and conversation, which later events join.
CREATE TABLE notices (
  project_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  -- What began it: the id of an event, or of a mail with its attempt.
  cause TEXT NOT NULL,
  events INTEGER NOT NULL,
  since_revision INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  -- Since when it waits for the end of quiet hours.
  quiet_since INTEGER,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, account_id, conversation_id)
);
CREATE INDEX notices_due ON notices (due_at);
CREATE INDEX notices_contact ON notices (project_id, contact_id);

-- What a mail of the kind `notice` is about. Its words are made when it is sent, from what is there then.
CREATE TABLE notice_mails (
  project_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('conversation', 'summary', 'more', 'refused')),
  conversations TEXT NOT NULL,
  total INTEGER NOT NULL,
  quiet_since INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, delivery_id)
);
CREATE INDEX notice_mails_person ON notice_mails (account_id, created_at);
CREATE INDEX notice_mails_age ON notice_mails (created_at);

-- How far events have become notices: all up to here, none after. One row, from the first run on.
CREATE TABLE notice_progress (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  events_at INTEGER NOT NULL,
  events_id TEXT NOT NULL,
  mails_at INTEGER NOT NULL,
  mails_id TEXT NOT NULL
);

-- Answers that did not arrive, by when that was known.
CREATE INDEX mail_deliveries_trouble ON mail_deliveries (updated_at, id) WHERE kind = 'reply' AND state IN ('bounced', 'failed', 'needs_review', 'suppressed');
