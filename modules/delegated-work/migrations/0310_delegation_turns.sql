-- What a computer said when it gave work back, a question or a report, and what the member said to it: then the work goes on.
CREATE TABLE delegation_turns (
  delegation_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  project_id TEXT NOT NULL,
  round INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('question', 'report')),
  device_id TEXT NOT NULL,
  claim_id TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('done', 'failed')),
  said TEXT NOT NULL,
  said_at INTEGER NOT NULL,
  answer TEXT,
  answered_by TEXT,
  answered_at INTEGER,
  effect TEXT CHECK (effect IN ('note', 'reply')),
  effect_state TEXT CHECK (effect_state IN ('done', 'needs_review')),
  revision INTEGER,
  PRIMARY KEY (delegation_id, turn)
) WITHOUT ROWID;
-- A claim ends with one of them.
CREATE UNIQUE INDEX delegation_turns_claim ON delegation_turns (device_id, claim_id);
CREATE INDEX delegation_turns_project ON delegation_turns (project_id, delegation_id);
-- Set while a question waits for its answer: queued work that no computer gets.
ALTER TABLE delegations ADD COLUMN asked_at INTEGER;
-- Counts the reports that are to come: 1, and one more with each report that was sent back.
ALTER TABLE delegations ADD COLUMN round INTEGER NOT NULL DEFAULT 1;
CREATE INDEX delegations_fresh ON delegations (grant_id, id) WHERE status = 'queued' AND started_at IS NULL;
CREATE INDEX delegations_resumed ON delegations (grant_id, id) WHERE status = 'queued' AND started_at IS NOT NULL AND asked_at IS NULL;
