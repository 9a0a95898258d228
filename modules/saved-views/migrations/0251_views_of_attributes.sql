-- Attributes of contacts change without an event, as their metadata does.
CREATE TRIGGER saved_view_contacts_attributes AFTER UPDATE OF attributes ON contacts
WHEN NEW.attributes IS NOT OLD.attributes
  AND EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (NEW.project_id, NEW.id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
