-- The language of the interface that the person chose; null: as their browser says. And the last one that a browser of theirs asked for,
-- in which mails are written to somebody who chose none.
ALTER TABLE accounts ADD COLUMN language TEXT;
ALTER TABLE accounts ADD COLUMN browser_language TEXT;
-- The language in which the mail was asked for.
ALTER TABLE account_tokens ADD COLUMN language TEXT;
