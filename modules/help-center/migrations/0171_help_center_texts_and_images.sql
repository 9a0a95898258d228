-- Name and description in other languages than the default one, logo and cover image, and the company's own domain.
ALTER TABLE help_centers ADD COLUMN translations TEXT NOT NULL DEFAULT '{}';
ALTER TABLE help_centers ADD COLUMN images TEXT NOT NULL DEFAULT '{}';
ALTER TABLE help_centers ADD COLUMN domain TEXT;
