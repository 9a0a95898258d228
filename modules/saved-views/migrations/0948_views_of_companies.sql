-- Domains of addresses whose company changed, which is no event of a conversation: the conversations of their contacts are compared anew.
-- after: contacts up to it are done.
CREATE TABLE saved_view_domains (
  project_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  state TEXT NOT NULL,
  after TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (project_id, domain, state)
) WITHOUT ROWID;
-- An address says to which company its contact belongs.
CREATE TRIGGER saved_view_contacts_address AFTER UPDATE OF email ON contacts
WHEN NEW.email IS NOT OLD.email
  AND EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (NEW.project_id, NEW.id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
