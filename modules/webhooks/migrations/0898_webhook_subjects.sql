-- Deliveries that tell of something else than an event of a conversation: what a rule did, or what became of a contact.
ALTER TABLE webhook_deliveries ADD COLUMN subject TEXT;
CREATE UNIQUE INDEX webhook_deliveries_subject ON webhook_deliveries (project_id, webhook_id, type, subject) WHERE subject IS NOT NULL;

-- What became of contacts, for webhooks of their project that ask for it; kept for 30 days. Ids only.
CREATE TABLE webhook_contact_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL,
  -- Not moved when contacts are merged: it says what happened to this very one.
  told_contact TEXT NOT NULL,
  kind TEXT NOT NULL,
  into_contact TEXT,
  at INTEGER NOT NULL
);
CREATE INDEX webhook_contact_changes_project ON webhook_contact_changes (project_id, id);
CREATE INDEX webhook_contact_changes_at ON webhook_contact_changes (at);
ALTER TABLE webhooks ADD COLUMN contact_change INTEGER NOT NULL DEFAULT 0;
-- How often an import has written the contact: nobody is told of that.
ALTER TABLE contacts ADD COLUMN imports INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER webhook_contact_created AFTER INSERT ON contacts
WHEN NEW.imports = 0 AND EXISTS (SELECT 1 FROM webhooks w WHERE w.project_id = NEW.project_id AND instr(w.events, '"contact.') > 0) BEGIN
  INSERT INTO webhook_contact_changes (project_id, told_contact, kind, at)
    VALUES (NEW.project_id, NEW.id, 'created', CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER webhook_contact_changed AFTER UPDATE OF name, email, email_verified, identifier, metadata, attributes, state, merged_into, imports ON contacts
WHEN NEW.imports = OLD.imports AND (NEW.name IS NOT OLD.name OR NEW.email IS NOT OLD.email OR NEW.email_verified IS NOT OLD.email_verified OR NEW.identifier IS NOT OLD.identifier
    OR NEW.metadata IS NOT OLD.metadata OR NEW.attributes IS NOT OLD.attributes OR NEW.state IS NOT OLD.state OR NEW.merged_into IS NOT OLD.merged_into)
  AND EXISTS (SELECT 1 FROM webhooks w WHERE w.project_id = NEW.project_id AND instr(w.events, '"contact.') > 0) BEGIN
  INSERT INTO webhook_contact_changes (project_id, told_contact, kind, into_contact, at)
    SELECT NEW.project_id, NEW.id, k.kind, CASE WHEN k.kind = 'merged' THEN NEW.merged_into END, CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT CASE
      WHEN NEW.state = 'erasing' AND OLD.state NOT IN ('erasing', 'erased') THEN 'erased'
      WHEN NEW.merged_into IS NOT OLD.merged_into AND NEW.merged_into IS NOT NULL THEN CASE WHEN OLD.merged_into IS NULL THEN 'merged' END
      WHEN NEW.state IN ('active', 'hidden') AND NEW.merged_into IS NULL THEN 'changed' END AS kind) k
    WHERE k.kind IS NOT NULL;
END;
