-- Which mails of others name an address: an erasure finds them.
CREATE INDEX mail_copies_address ON mail_copies (project_id, to_hash) WHERE address IS NOT NULL;
