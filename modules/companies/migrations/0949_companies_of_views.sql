-- Who belongs to a company changes without an event of a conversation: views that choose by it compare anew.
CREATE TRIGGER saved_view_companies_given AFTER INSERT ON company_contacts
WHEN EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (NEW.project_id, NEW.contact_id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
CREATE TRIGGER saved_view_companies_changed AFTER UPDATE OF company_id ON company_contacts
WHEN NEW.company_id IS NOT OLD.company_id AND EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (NEW.project_id, NEW.contact_id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
CREATE TRIGGER saved_view_companies_cleared AFTER DELETE ON company_contacts
WHEN EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = OLD.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_contacts (project_id, contact_id) VALUES (OLD.project_id, OLD.contact_id) ON CONFLICT (project_id, contact_id) DO UPDATE SET after = '';
END;
CREATE TRIGGER saved_view_domains_added AFTER INSERT ON company_domains
WHEN EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = NEW.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_domains (project_id, domain, state) VALUES (NEW.project_id, NEW.domain, 'active'), (NEW.project_id, NEW.domain, 'hidden') ON CONFLICT (project_id, domain, state) DO UPDATE SET after = '';
END;
CREATE TRIGGER saved_view_domains_removed AFTER DELETE ON company_domains
WHEN EXISTS (SELECT 1 FROM saved_view_walks WHERE project_id = OLD.project_id AND by_contact = 1) BEGIN
  INSERT INTO saved_view_domains (project_id, domain, state) VALUES (OLD.project_id, OLD.domain, 'active'), (OLD.project_id, OLD.domain, 'hidden') ON CONFLICT (project_id, domain, state) DO UPDATE SET after = '';
END;
