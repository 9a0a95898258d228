-- Values of the project's attributes: a JSON object of texts by key.
ALTER TABLE contacts ADD COLUMN attributes TEXT NOT NULL DEFAULT '{}';
-- The pages of the latest visit: a JSON array, oldest first.
ALTER TABLE contacts ADD COLUMN visit_pages TEXT;

-- Each filter of the list in each order that it allows is one range of an index. `modules/contacts/queries.ts` has the same expressions.
CREATE INDEX contacts_seen ON contacts (project_id, state, coalesce(last_seen_at, 0), id);
CREATE INDEX contacts_name ON contacts (project_id, state, substr(coalesce(name_words, lower(email), char(1114111)), 1, 40), id);
CREATE INDEX contacts_address ON contacts (project_id, state, iif(email IS NULL, 'none', iif(email_verified = 1, 'proved', 'unproved')), id);
CREATE INDEX contacts_address_seen ON contacts (project_id, state, iif(email IS NULL, 'none', iif(email_verified = 1, 'proved', 'unproved')), coalesce(last_seen_at, 0), id);
CREATE INDEX contacts_address_name ON contacts (project_id, state, iif(email IS NULL, 'none', iif(email_verified = 1, 'proved', 'unproved')), substr(coalesce(name_words, lower(email), char(1114111)), 1, 40), id);
CREATE INDEX contacts_language ON contacts (project_id, state, lower(substr(visit ->> '$.language', 1, 2)), id) WHERE visit IS NOT NULL;

CREATE TABLE contact_attribute_values (
  contact_id TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'hidden')),
  PRIMARY KEY (contact_id, key)
) WITHOUT ROWID;
CREATE INDEX contact_attribute_values_find ON contact_attribute_values (project_id, state, key, value, contact_id);

CREATE TRIGGER contact_attribute_values_insert AFTER INSERT ON contacts WHEN NEW.attributes <> '{}' BEGIN
  INSERT INTO contact_attribute_values (contact_id, key, value, project_id, state)
    SELECT NEW.id, a.key, substr(lower(a.value), 1, 100), NEW.project_id, NEW.state FROM json_each(NEW.attributes) a
    WHERE NEW.state IN ('active', 'hidden');
END;
CREATE TRIGGER contact_attribute_values_update AFTER UPDATE OF attributes, state ON contacts
WHEN NEW.attributes IS NOT OLD.attributes OR (NEW.state IS NOT OLD.state AND NEW.attributes <> '{}') BEGIN
  DELETE FROM contact_attribute_values WHERE contact_id = NEW.id;
  INSERT INTO contact_attribute_values (contact_id, key, value, project_id, state)
    SELECT NEW.id, a.key, substr(lower(a.value), 1, 100), NEW.project_id, NEW.state FROM json_each(NEW.attributes) a
    WHERE NEW.state IN ('active', 'hidden');
END;
CREATE TRIGGER contact_attribute_values_delete AFTER DELETE ON contacts WHEN OLD.attributes <> '{}' BEGIN
  DELETE FROM contact_attribute_values WHERE contact_id = OLD.id;
END;
