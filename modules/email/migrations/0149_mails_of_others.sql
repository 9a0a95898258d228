-- Mail that somebody else wrote into a conversation: an erasure of that person finds it by a keyed hash of the address. Empty = still
-- to be told from the address, by the schedule.
ALTER TABLE mails ADD COLUMN sender_hash TEXT;
UPDATE mails SET sender_hash = '' WHERE direction = 'in' AND from_address IS NOT NULL
  AND EXISTS (SELECT 1 FROM messages m WHERE m.id = mails.message_id AND m.origin ->> '$.differentSender' = 1);
CREATE INDEX mails_sender ON mails (project_id, sender_hash) WHERE sender_hash IS NOT NULL;
CREATE INDEX mails_sender_unknown ON mails (message_id) WHERE sender_hash = '';
