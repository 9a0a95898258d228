-- Counters behind the public request limits.
CREATE TABLE abuse_counters (
  key TEXT NOT NULL,
  window INTEGER NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (key, window)
) WITHOUT ROWID;
CREATE INDEX abuse_counters_expiry ON abuse_counters (expires_at);
