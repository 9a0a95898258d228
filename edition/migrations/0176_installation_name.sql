-- What the public pages of the installation call it. Null = the product's name.
ALTER TABLE installation ADD COLUMN name TEXT;
