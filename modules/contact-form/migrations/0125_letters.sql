-- Readers write from the public pages. NULL: nobody has decided yet; who has named a place of their own for that keeps it.
ALTER TABLE help_centers ADD COLUMN letters INTEGER;

-- What a reader wrote, until the owner of the address confirms it. Then only that it was sent is kept, until the row goes by its age.
CREATE TABLE help_letters (
  id TEXT PRIMARY KEY NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent')),
  -- The mail with the link.
  delivery_id TEXT NOT NULL,
  locale TEXT NOT NULL,
  name TEXT,
  email TEXT,
  message TEXT,
  -- Where the reader came from: what was read, what was searched and in which visit, and the answer below the article.
  article_id TEXT,
  query TEXT,
  visit TEXT,
  feedback TEXT,
  contact_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX help_letters_old ON help_letters (created_at);
CREATE INDEX help_letters_project ON help_letters (project_id, email);
CREATE INDEX help_letters_delivery ON help_letters (delivery_id);
CREATE INDEX help_letters_contact ON help_letters (project_id, contact_id) WHERE contact_id IS NOT NULL;
