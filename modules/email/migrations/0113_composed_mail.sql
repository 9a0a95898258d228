-- Who else gets a mail of ours, each with the keyed hash by which ceilings and suppressions know them.
CREATE TABLE mail_copies (
  delivery_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('cc', 'bcc')),
  address TEXT,
  to_hash TEXT NOT NULL,
  proved INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, delivery_id, place)
);
CREATE INDEX mail_copies_to ON mail_copies (to_hash, updated_at) WHERE proved = 0;

-- Which message a mail passes on, and the words of whoever passes it on.
CREATE TABLE mail_forwards (
  delivery_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (project_id, delivery_id)
);
