-- Addresses that get no outreach. One row for each reason that a project has.
CREATE TABLE suppressions (
  id TEXT NOT NULL PRIMARY KEY,
  -- Null once the project is deleted: what acts across the installation goes on acting, by its hash alone.
  project_id TEXT,
  -- Keyed hash of the folded address: what suppresses.
  address_hash TEXT NOT NULL,
  -- The hash by which mail knows the address, so that erasing a contact finds it. Null once the address is gone.
  mail_hash TEXT,
  reason TEXT NOT NULL CHECK (reason IN ('opted_out', 'complaint', 'hard_bounce', 'by_hand', 'imported', 'answered_no')),
  -- 1: acts across the installation.
  everywhere INTEGER NOT NULL CHECK (everywhere IN (0, 1)),
  -- For the list. Null when it was never known or is erased.
  address TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX suppressions_one ON suppressions (project_id, address_hash, reason);
CREATE INDEX suppressions_list ON suppressions (project_id, id);
CREATE INDEX suppressions_everywhere ON suppressions (address_hash) WHERE everywhere = 1;
CREATE INDEX suppressions_mail ON suppressions (project_id, mail_hash) WHERE mail_hash IS NOT NULL;
-- Who a project's outreach comes from.
CREATE TABLE outreach_identities (
  project_id TEXT NOT NULL PRIMARY KEY,
  legal_name TEXT NOT NULL,
  postal_address TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  reply_address TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);
