-- Whether articles name the member who published them.
ALTER TABLE help_centers ADD COLUMN authors INTEGER NOT NULL DEFAULT 0;
