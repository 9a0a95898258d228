-- When a mail that waits for room goes by itself. Null for a held mail that needs a person.
ALTER TABLE mail_deliveries ADD COLUMN due_at INTEGER;
-- Recipients of a waiting mail that the ceiling of mail to strangers has yet to count.
ALTER TABLE mail_deliveries ADD COLUMN strangers INTEGER NOT NULL DEFAULT 0;
CREATE INDEX mail_deliveries_due ON mail_deliveries (due_at, id) WHERE state = 'held' AND due_at IS NOT NULL;
CREATE INDEX mail_deliveries_waiting_to ON mail_deliveries (to_hash, id) WHERE state = 'held' AND due_at IS NOT NULL;
CREATE INDEX mail_deliveries_waiting_in ON mail_deliveries (project_id, conversation_id, id) WHERE state = 'held' AND due_at IS NOT NULL;
UPDATE mail_deliveries SET due_at = updated_at + 3600000
WHERE state = 'held' AND error = 'An address that nobody has proved gets at most 3 mails an hour. It is sent when the hour is over.';

-- What only codes and confirmations brought back stops these alone, and no longer what the team writes.
UPDATE mail_suppressions SET reason = 'asked_' || reason
WHERE reason IN ('bounced', 'complained')
  AND EXISTS (SELECT 1 FROM mail_deliveries d WHERE d.to_hash = address_hash AND d.project_id = mail_suppressions.project_id AND d.state = 'bounced' AND d.kind IN ('code', 'confirm'))
  AND NOT EXISTS (SELECT 1 FROM mail_deliveries d WHERE d.to_hash = address_hash AND d.project_id = mail_suppressions.project_id AND d.state = 'bounced' AND d.kind NOT IN ('code', 'confirm'))
  AND NOT EXISTS (SELECT 1 FROM mail_copies k WHERE k.project_id = mail_suppressions.project_id AND k.to_hash = address_hash);
