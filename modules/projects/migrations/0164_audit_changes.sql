-- What an entry of the audit log changed, from what to what. Entries from before have none.
ALTER TABLE audit_log ADD COLUMN changes TEXT;
