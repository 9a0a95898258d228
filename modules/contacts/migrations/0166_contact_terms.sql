-- Search of contacts: the beginnings of the words of a name and an address (their first 1, 2, 4 and 7 characters), so that the contacts with
-- a word are one range of an index, newest first. Triggers keep the terms, because names and addresses are written in many places.
CREATE TABLE contact_terms (
  contact_id TEXT NOT NULL,
  term TEXT NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'hidden')),
  PRIMARY KEY (contact_id, term)
) WITHOUT ROWID;
CREATE INDEX contact_terms_find ON contact_terms (project_id, state, term, contact_id);

ALTER TABLE contacts ADD COLUMN name_words TEXT;
-- 0: a cron task folds the name; it makes the terms of contacts that were there before this migration, too.
ALTER TABLE contacts ADD COLUMN words_made INTEGER NOT NULL DEFAULT 0;
CREATE INDEX contacts_words_due ON contacts (id) WHERE words_made = 0 AND (name IS NOT NULL OR email IS NOT NULL);
-- Only the search by prefix used it.
DROP INDEX contacts_name;

CREATE TRIGGER contact_terms_insert AFTER INSERT ON contacts WHEN NEW.name IS NOT NULL OR NEW.email IS NOT NULL BEGIN
  INSERT OR IGNORE INTO contact_terms (contact_id, term, project_id, state)
    SELECT DISTINCT c.id, substr(word.value, 1, length.value), c.project_id, c.state
    FROM contacts c
    JOIN json_each('[' || replace(json_quote(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(coalesce(c.email, '') || ' ' || coalesce(c.name_words, c.name, '')), '@', ' '), '.', ' '), '-', ' '), '_', ' '), '+', ' '), '''', ' '), ',', ' '), '(', ' '), ')', ' '), '&', ' '), '/', ' '), '"', ' '), ':', ' '), ';', ' ')), ' ', '","') || ']') AS word
    JOIN json_each('[1,2,4,7]') AS length ON length(word.value) >= length.value
    WHERE c.id = NEW.id AND c.state IN ('active', 'hidden') AND word.key < 24;
END;

CREATE TRIGGER contact_terms_update AFTER UPDATE OF name, email, state, name_words, words_made ON contacts
WHEN NEW.name IS NOT OLD.name OR NEW.email IS NOT OLD.email OR NEW.state IS NOT OLD.state OR NEW.name_words IS NOT OLD.name_words
  OR NEW.words_made > OLD.words_made BEGIN
  -- A name without its words comes from a version before this migration: the cron task folds it again.
  UPDATE contacts SET name_words = NULL, words_made = 0
    WHERE id = NEW.id AND NEW.name IS NOT OLD.name AND NEW.name_words IS OLD.name_words AND NEW.name_words IS NOT NULL;
  DELETE FROM contact_terms WHERE contact_id = NEW.id;
  INSERT OR IGNORE INTO contact_terms (contact_id, term, project_id, state)
    SELECT DISTINCT c.id, substr(word.value, 1, length.value), c.project_id, c.state
    FROM contacts c
    JOIN json_each('[' || replace(json_quote(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(coalesce(c.email, '') || ' ' || coalesce(c.name_words, c.name, '')), '@', ' '), '.', ' '), '-', ' '), '_', ' '), '+', ' '), '''', ' '), ',', ' '), '(', ' '), ')', ' '), '&', ' '), '/', ' '), '"', ' '), ':', ' '), ';', ' ')), ' ', '","') || ']') AS word
    JOIN json_each('[1,2,4,7]') AS length ON length(word.value) >= length.value
    WHERE c.id = NEW.id AND c.state IN ('active', 'hidden') AND word.key < 24;
END;

CREATE TRIGGER contact_terms_delete AFTER DELETE ON contacts BEGIN
  DELETE FROM contact_terms WHERE contact_id = OLD.id;
END;
