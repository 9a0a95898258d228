CREATE TABLE leads (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT,
  email TEXT,
  company TEXT,
  domain TEXT,
  role TEXT,
  stage TEXT NOT NULL,
  owner_id TEXT,
  contact_id TEXT,
  next_step TEXT,
  next_step_on TEXT,
  lost_reason TEXT,
  notes TEXT,
  -- What tells leads without an address apart within a company: the folded name, empty for the company itself.
  same_key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
);
CREATE UNIQUE INDEX leads_client ON leads (project_id, client_id);
CREATE UNIQUE INDEX leads_email ON leads (project_id, email) WHERE email IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_all ON leads (project_id, id);
CREATE INDEX leads_there ON leads (project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_stage ON leads (project_id, stage, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_owner ON leads (project_id, owner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_owner_stage ON leads (project_id, owner_id, stage, id) WHERE deleted_at IS NULL;
CREATE INDEX leads_address ON leads (project_id, email) WHERE email IS NOT NULL;
CREATE INDEX leads_domain ON leads (project_id, domain, id) WHERE domain IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_same ON leads (project_id, domain, same_key) WHERE domain IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_contact ON leads (project_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX leads_deleted ON leads (deleted_at) WHERE deleted_at IS NOT NULL;
-- The words that a search finds a lead by, folded.
CREATE TABLE lead_words (
  project_id TEXT NOT NULL,
  word TEXT NOT NULL,
  lead_id TEXT NOT NULL,
  PRIMARY KEY (project_id, word, lead_id)
) WITHOUT ROWID;
CREATE INDEX lead_words_lead ON lead_words (lead_id);
