-- Which addresses a project says are its own, and how it proves them. Those of an earlier version wait for proof.
CREATE TABLE address_claims (
  project_id TEXT NOT NULL,
  address TEXT NOT NULL,
  domain TEXT NOT NULL,
  takes_mail INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ask_id TEXT,
  asked_by TEXT,
  asked_at INTEGER,
  code_hash TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER,
  arrived_at INTEGER,
  proved_at INTEGER,
  PRIMARY KEY (project_id, address)
);
CREATE INDEX address_claims_address ON address_claims (address);
CREATE INDEX address_claims_domain ON address_claims (domain, project_id);
CREATE INDEX address_claims_waiting ON address_claims (created_at) WHERE proved_at IS NULL;
CREATE UNIQUE INDEX address_claims_ask ON address_claims (ask_id) WHERE ask_id IS NOT NULL;

-- Domains that the first owner approved for a project.
CREATE TABLE mail_domains (
  domain TEXT NOT NULL,
  project_id TEXT NOT NULL,
  approved_by TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (domain, project_id)
);
CREATE INDEX mail_domains_project ON mail_domains (project_id);

-- Whose an address is: null = nobody's yet.
ALTER TABLE inbound_addresses ADD COLUMN held_at INTEGER;
ALTER TABLE inbound_addresses ADD COLUMN takes_mail INTEGER NOT NULL DEFAULT 1;

INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at)
  SELECT project_id, address, substr(address, instr(address, '@') + 1), 1, created_at FROM inbound_addresses;
INSERT INTO address_claims (project_id, address, domain, takes_mail, created_at)
  SELECT project_id, address, substr(address, instr(address, '@') + 1), 0, updated_at FROM (
    SELECT project_id, updated_at, CASE WHEN instr(lower(sender), '+') BETWEEN 2 AND instr(sender, '@')
      THEN substr(lower(sender), 1, instr(sender, '+') - 1) || substr(lower(sender), instr(sender, '@')) ELSE lower(sender) END AS address
    FROM email_settings WHERE sender IS NOT NULL)
  WHERE 1 ON CONFLICT (project_id, address) DO NOTHING;

-- The address without whose proof a mail is neither shown nor taken in.
ALTER TABLE inbound_mail_receipts ADD COLUMN waits_for TEXT;
CREATE INDEX inbound_mail_receipts_waiting ON inbound_mail_receipts (waits_for, project_id, id) WHERE waits_for IS NOT NULL AND state = 'dropped';
