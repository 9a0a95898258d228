-- Companies of a project's contacts.
CREATE TABLE companies (
  id TEXT NOT NULL PRIMARY KEY,
  project_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The order of the list: the name's words, folded.
  name_key TEXT NOT NULL,
  website TEXT,
  notes TEXT,
  revision INTEGER NOT NULL,
  change_key TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX companies_client ON companies (project_id, client_id);
CREATE INDEX companies_name ON companies (project_id, name_key, id);

CREATE TABLE company_domains (
  project_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  company_id TEXT NOT NULL,
  PRIMARY KEY (project_id, domain)
) WITHOUT ROWID;
CREATE INDEX company_domains_company ON company_domains (company_id);

-- The words that a search finds a company by, folded.
CREATE TABLE company_words (
  project_id TEXT NOT NULL,
  word TEXT NOT NULL,
  company_id TEXT NOT NULL,
  PRIMARY KEY (project_id, word, company_id)
) WITHOUT ROWID;
CREATE INDEX company_words_company ON company_words (company_id);

-- What members said of a contact's company, which wins over the domain of its address. Without a company: none, whatever the domain.
CREATE TABLE company_contacts (
  project_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  company_id TEXT,
  -- NULL: nobody, it came with a merge.
  set_by TEXT,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, contact_id)
) WITHOUT ROWID;
CREATE INDEX company_contacts_company ON company_contacts (project_id, company_id, contact_id) WHERE company_id IS NOT NULL;
